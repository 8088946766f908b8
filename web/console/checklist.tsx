import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ApplicationFacts } from '../../shared/api/console-replies.ts';
import { staffChecklistRoutes, staffReadRoutes } from '../../shared/api/console-routes.ts';
import { isAllowed } from '../../shared/api/staff-roles.ts';
import { keyOfItem } from '../../shared/rules/checklist-documents.ts';
import { formatDay } from '../../shared/rules/format-time.ts';
import { itemStatus, itemTitle } from '../../shared/rules/item-names.ts';
import { urlFor } from '../api-client/call.ts';
import { Button } from '../ui/button.tsx';
import { speak } from '../ui/speak.ts';
import { useAction } from '../ui/use-action.ts';
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

/** The checklist with one item received on a day, or not received. Other items may be changing too. */
function withItem({ checklist, missing }: ApplicationFacts, { id, is_optional }: Item, day?: string) {
  const { [id]: _, ...others } = checklist;
  const otherMissing = missing.filter((each) => each !== id);
  return {
    checklist: day === undefined ? others : { ...others, [id]: day },
    missing: day === undefined && !is_optional ? [...otherMissing, id] : otherMissing,
  };
}

/** Shows a change immediately, sends it, and takes it back with the server's reason if that fails. */
function useItemChange({ facts: { applicant, checklist }, item }: ItemProps) {
  const show = (day: string | undefined) => changeFacts(applicant, (facts) => withItem(facts, item, day));
  const {
    run: change,
    isBusy,
    error,
  } = useAction(
    async (
      day: string | undefined,
      send: () => Promise<Pick<ApplicationFacts, 'checklist'>>,
      announcement: string,
    ) => {
      show(day);
      try {
        show((await send()).checklist[item.id]);
        speak(announcement);
      } catch (reason) {
        show(checklist[item.id]);
        await refetchAfterConflict(reason, factsQuery(applicant));
        throw reason;
      }
    },
  );
  const params = { applicant, item: item.id };
  const title = itemTitle(item.id);
  const before = checklist[item.id];
  const receive = (day: string) =>
    change(
      day,
      () =>
        callStaff(staffChecklistRoutes.receiveItem, {
          params,
          body: { day, ...(before !== undefined && { replaces: before }) },
        }),
      `${title}: marked as received on ${formatDay(day)}`,
    );
  const undo = (day: string) =>
    change(
      undefined,
      () => callStaff(staffChecklistRoutes.undoItem, { params, query: { day } }),
      `${title}: no longer marked as received`,
    );
  return { isBusy, error, receive, undo };
}

interface DayInputProps {
  readonly title: string;
  readonly day: string;
  readonly onChange: (day: string) => void;
}

function DayInput({ title, day, onChange }: DayInputProps) {
  const id = useId();
  return (
    <span className="item-day">
      <label htmlFor={id}>Received on</label>
      <input
        id={id}
        className="control"
        type="date"
        aria-label={`Received on: ${title}`}
        required
        max={universityToday()}
        value={day}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}

/** One form for all actions: its last button stays in place, and keeps the focus. */
function ItemForm({ facts, item }: ItemProps) {
  const { isBusy, error, receive, undo } = useItemChange({ facts, item });
  const [typed, setTyped] = useState<string>(); // the day, while a person changes it
  const form = useRef<HTMLFormElement>(null);
  const received = facts.checklist[item.id];
  const title = itemTitle(item.id);
  const edit = (day: string | undefined) => {
    flushSync(() => setTyped(day));
    form.current?.querySelector<HTMLElement>(day === undefined ? '.button' : '.control')?.focus();
  };
  const isEditing = received !== undefined && typed !== undefined;
  const action = isEditing ? 'Save' : received === undefined ? 'Mark received' : 'Undo';
  const submit = () => {
    if (isBusy) return;
    if (received === undefined) receive(universityToday());
    else if (typed === undefined) undo(received);
    else {
      edit(undefined);
      if (typed !== received) receive(typed);
    }
  };
  return (
    <form
      className="row item-form"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isEditing && <DayInput title={title} day={typed} onChange={setTyped} />}
      {received !== undefined && (
        <Button
          size="fit"
          look="quiet"
          aria-label={`${isEditing ? 'Cancel' : 'Change date'}: ${title}`}
          onClick={() => edit(isEditing ? undefined : received)}
        >
          {isEditing ? 'Cancel' : 'Change date'}
        </Button>
      )}
      <Button
        key="action"
        type="submit"
        size="fit"
        look={action === 'Undo' ? 'quiet' : 'secondary'}
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
    <section className="side-part checklist-part" aria-label="Checklist">
      <h2>Checklist</h2>
      {facts.items.length === 0 && <p className="hint">This application needs no documents.</p>}
      <ul className="stack checklist">
        {facts.items.map((item) => {
          const day = facts.checklist[item.id];
          return (
            <li key={item.id} data-received={day !== undefined || undefined}>
              <div>
                <h3>{itemTitle(item.id)}</h3>
                <p className="hint item-status">{itemStatus(day, item.is_optional)}</p>
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
