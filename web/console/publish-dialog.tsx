import { useId, useState } from 'react';
import * as v from 'valibot';
import { staffSettingsRoutes } from '../../shared/api/console-routes.ts';
import type { InputOf } from '../../shared/api/index.ts';
import type { SettingRisk } from '../../shared/partners/setting-risks.ts';
import { maxReasonLength } from '../../shared/rules/console-limits.ts';
import { ServerError } from '../api-client/errors.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { callStaff } from './call-staff.ts';
import { Problem } from './problem.tsx';

type Publication = InputOf<typeof staffSettingsRoutes.publishSettings>['body'];

interface Props {
  readonly title: string;
  /** The publication in words. */
  readonly summary: string;
  readonly base: number;
  readonly change: Publication['change'];
  readonly risks?: readonly SettingRisk[];
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onClose: () => void;
  readonly onPublished: (version: number) => void;
  /** Called if another person published first. */
  readonly onOutdated: () => void;
}

const replyWithRisks = v.object({ risks: v.array(v.object({ id: v.string(), text: v.string() })) });

/** The consequences that the server wants to be confirmed. */
function risksIn(error: unknown): readonly SettingRisk[] | undefined {
  const body = error instanceof ServerError ? v.safeParse(replyWithRisks, error.body) : undefined;
  return body?.success ? body.output.risks : undefined;
}

const isOutdated = (error: unknown): boolean =>
  error instanceof ServerError && error.status === 409 && error.body.is_outdated === true;

/** The reason why a publication cannot be sent yet. */
function missingIn(note: string, risks: readonly SettingRisk[], confirmed: readonly string[]) {
  if (risks.some(({ id }) => !confirmed.includes(id))) return 'Confirm each point first.';
  return note.trim() === '' ? 'Write why you change this first.' : undefined;
}

/** Sends a publication, and sorts what the server may object to. */
function usePublication({ base, change, note, risks: first = [], onPublished, onOutdated }: Props) {
  const [risks, setRisks] = useState(first);
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [missing, setMissing] = useState<string>();
  const confirm = (id: string, isConfirmed: boolean) =>
    setConfirmed((ids) => (isConfirmed ? [...ids, id] : ids.filter((each) => each !== id)));
  const handle = (reason: unknown) => {
    const found = risksIn(reason);
    if (isOutdated(reason)) onOutdated();
    else if (found === undefined) setError(reason);
    else setRisks(found);
  };
  const publish = async () => {
    const reason = missingIn(note, risks, confirmed);
    setMissing(reason);
    setError(undefined);
    if (reason !== undefined) return;
    setBusy(true);
    try {
      const body = { base, change, note: note.trim(), confirmed: [...confirmed] };
      const { version } = await callStaff(staffSettingsRoutes.publishSettings, { body });
      onPublished(version);
    } catch (reason) {
      handle(reason);
    } finally {
      setBusy(false);
    }
  };
  return { risks, confirmed, confirm, isBusy, missing, error, publish };
}

/** Asks for a reason, and to confirm each consequence that needs it. */
export function PublishDialog(props: Props) {
  const { title, summary, note, onNote, onClose } = props;
  const { risks, confirmed, confirm, isBusy, missing, error, publish } = usePublication(props);
  const id = useId();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      size="medium"
      actions={
        <>
          <Button size="next" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" size="next" isBusy={isBusy} onClick={() => void publish()}>
            Publish
          </Button>
        </>
      }
    >
      <p>{summary} Applicants see it within a minute.</p>
      {risks.length > 0 && (
        <fieldset className="risks">
          <legend>Please confirm what this does</legend>
          {risks.map((risk) => (
            <label key={risk.id} className="setting-flag">
              <input
                type="checkbox"
                checked={confirmed.includes(risk.id)}
                onChange={({ target }) => confirm(risk.id, target.checked)}
              />
              {risk.text}
            </label>
          ))}
        </fieldset>
      )}
      <div className="field publish-reason">
        <label htmlFor={id}>Why do you change this?</label>
        <input
          id={id}
          className="control"
          maxLength={maxReasonLength}
          aria-required
          aria-describedby={`${id}-hint`}
          value={note}
          onChange={({ target }) => onNote(target.value)}
        />
        <p className="hint" id={`${id}-hint`}>
          Your name, the time and this reason are kept in the history below.
        </p>
      </div>
      {missing !== undefined && (
        <p className="notice" data-stops role="alert">
          {missing}
        </p>
      )}
      <Problem error={error} />
    </Dialog>
  );
}
