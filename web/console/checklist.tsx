import { useId, useState } from 'react';
import type { ApplicationFacts } from '../../shared/api/console-replies.ts';
import { staffChecklistRoutes, staffReadRoutes } from '../../shared/api/console-routes.ts';
import { isAllowed } from '../../shared/api/staff-roles.ts';
import { keyOfItem } from '../../shared/rules/checklist-documents.ts';
import { formatDay } from '../../shared/rules/format-time.ts';
import { itemTitle } from '../../shared/rules/item-names.ts';
import { urlFor } from '../api-client/call.ts';
import { Button } from '../ui/button.tsx';
import { speak } from '../ui/speak.ts';
import { callStaff } from './call-staff.ts';
import { Problem } from './problem.tsx';
import { changeFacts, factsQuery, refetchAfterConflict } from './queries.ts';
import { useMember } from './session.ts';
import { universityDay, universityToday } from './times.ts';

type Item = ApplicationFacts['items'][number];

interface ItemProps {
  readonly facts: ApplicationFacts;
  readonly item: Item;
}

const without = (days: Readonly<Record<string, string>>, id: string) => {
  const { [id]: _, ...others } = days;
  return others;
};

/** Shows a change immediately, sends it, and takes it back with the server's reason if that fails. */
function useItemChange({ facts, item: { id, is_optional } }: ItemProps) {
  const { applicant, checklist, missing } = facts;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const change = async (
    shown: { readonly checklist: Record<string, string>; readonly missing: string[] },
    send: () => Promise<typeof shown>,
    announcement: string,
  ) => {
    setBusy(true);
    setError(undefined);
    changeFacts(applicant, shown);
    try {
      changeFacts(applicant, await send());
      speak(announcement);
    } catch (reason) {
      changeFacts(applicant, { checklist, missing });
      await refetchAfterConflict(reason, factsQuery(applicant));
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
  const params = { applicant, item: id };
  const title = itemTitle(id);
  const receive = (day: string) =>
    change(
      { checklist: { ...checklist, [id]: day }, missing: missing.filter((each) => each !== id) },
      () => callStaff(staffChecklistRoutes.receiveItem, { params, body: { day } }),
      `${title}: marked as received on ${formatDay(day)}`,
    );
  const undo = (day: string) =>
    change(
      { checklist: without(checklist, id), missing: is_optional ? missing : [...missing, id] },
      () => callStaff(staffChecklistRoutes.undoItem, { params, query: { day } }),
      `${title}: no longer marked as received`,
    );
  return { isBusy, error, receive, undo };
}

const statusOf = (day: string | undefined, isOptional: boolean): string => {
  if (day !== undefined) return `Received on ${formatDay(day)}`;
  return isOptional ? 'Optional, not received' : 'Missing';
};

/** One form for both actions: its button stays in place, and keeps the focus. */
function ItemForm({ facts, item }: ItemProps) {
  const { isBusy, error, receive, undo } = useItemChange({ facts, item });
  const [day, setDay] = useState(universityToday);
  const received = facts.checklist[item.id];
  const dayId = useId();
  const title = itemTitle(item.id);
  const action = received === undefined ? 'Mark received' : 'Undo';
  const submit = () => {
    if (isBusy) return;
    if (received !== undefined) void undo(received);
    else if (day !== '') void receive(day);
  };
  return (
    <form
      className="item-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {received === undefined && (
        <span className="item-day">
          <label htmlFor={dayId}>Received on</label>
          <input
            id={dayId}
            className="control"
            type="date"
            aria-label={`Received on: ${title}`}
            required
            max={universityToday()}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        </span>
      )}
      <Button
        type="submit"
        size="fit"
        look={received === undefined ? 'secondary' : 'quiet'}
        isBusy={isBusy}
        aria-label={`${action}: ${title}`}
      >
        {action}
      </Button>
      <Problem error={error} />
    </form>
  );
}

/** The copy that the applicant sent, with a link for people whose role includes documents. */
function SentCopy({ facts: { applicant, checklist, sent }, item: { id } }: ItemProps) {
  const { roles } = useMember();
  const at = sent[id];
  if (at === undefined) return null;
  return (
    <p className="item-copy">
      Sent by the applicant on {formatDay(universityDay(at))}
      {checklist[id] === undefined && ', unofficial'}.{' '}
      {isAllowed(roles, 'read') && (
        <a
          href={urlFor(staffReadRoutes.viewDocument, { params: { applicant, answer_key: keyOfItem(id) } })}
          target="_blank"
          rel="noreferrer"
        >
          View<span className="unseen"> the copy: {itemTitle(id)}, opens in a new tab</span>
        </a>
      )}
    </p>
  );
}

/** The checklist of an application. People whose role includes it mark items as received. */
export function Checklist({ facts }: { readonly facts: ApplicationFacts }) {
  const { roles } = useMember();
  const mayChange = isAllowed(roles, 'checklist');
  return (
    <section className="side-part" aria-label="Checklist">
      <h2>Checklist</h2>
      {facts.items.length === 0 && <p className="hint">This application needs no documents.</p>}
      <ul className="checklist">
        {facts.items.map((item) => {
          const day = facts.checklist[item.id];
          const isMissing = day === undefined && !item.is_optional;
          return (
            <li
              key={item.id}
              data-missing={isMissing || undefined}
              data-received={day !== undefined || undefined}
            >
              <div>
                <h3>{itemTitle(item.id)}</h3>
                <p className="item-status">{statusOf(day, item.is_optional)}</p>
                <SentCopy facts={facts} item={item} />
              </div>
              {mayChange && <ItemForm facts={facts} item={item} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
