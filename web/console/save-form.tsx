import { type ReactNode, useEffect, useId, useRef } from 'react';
import * as v from 'valibot';
import { staffSettingsRoutes } from '../../shared/api/console-routes.ts';
import type { InputOf } from '../../shared/api/index.ts';
import { maxReasonLength } from '../../shared/rules/console-limits.ts';
import { ServerError } from '../api-client/errors.ts';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/use-action.ts';
import { callStaff } from './call-staff.ts';
import { Problem } from './problem.tsx';

type Publication = InputOf<typeof staffSettingsRoutes.publishSettings>['body'];

const rejection = v.object({
  faults: v.optional(v.array(v.object({ path: v.string(), message: v.string() })), []),
  risks: v.optional(v.array(v.object({ id: v.string(), text: v.string() })), []),
  is_outdated: v.optional(v.boolean(), false),
});
type Rejection = v.InferOutput<typeof rejection>;
/** An error in a setting. `path` leads to the member: 'deadlines.0.label'. */
export type SettingFault = Rejection['faults'][number];

const rejectionOf = (error: unknown): Rejection =>
  v.parse(rejection, error instanceof ServerError ? error.body : {});

/** The consequences that the server wants to be confirmed. */
const Risks = ({ risks }: Pick<Rejection, 'risks'>) => (
  <div className="notice risks" data-stops role="alert">
    <p>
      <strong>Please confirm what this does:</strong>
    </p>
    <ul>
      {risks.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
    <label className="setting-flag">
      <input type="checkbox" required />
      Save anyway
    </label>
  </div>
);

interface Props {
  /** The version that the person saw when the form opened. */
  readonly base: number;
  readonly note: string;
  readonly change: () => Publication['change'];
  readonly onNote: (note: string) => void;
  readonly onSaved: (version: number) => Promise<void>;
  readonly onReload: () => void;
  readonly onCancel: () => void;
  readonly children: (faults: readonly SettingFault[]) => ReactNode;
}

/** Saves a change of the settings with its reason, and shows why the server rejects it. */
export function SaveForm({ base, note, change, onNote, onSaved, onReload, onCancel, children }: Props) {
  /** The risks that the person confirms by sending them. */
  const { run, isBusy, error } = useAction(async (confirmed: readonly string[]) => {
    const body = { base, change: change(), note, confirmed: [...confirmed] };
    const { version } = await callStaff(staffSettingsRoutes.publishSettings, { body });
    await onSaved(version);
  });
  const { faults, risks, is_outdated } = rejectionOf(error);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  useEffect(() => form.current?.querySelector<HTMLElement>('.control, .button')?.focus(), []);
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  return (
    <form
      className="stack setting-form"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        run(risks.map(({ id: risk }) => risk));
      }}
    >
      {children(faults)}
      <div className="field">
        <label htmlFor={id}>Reason for the change</label>
        <input
          id={id}
          className="control"
          maxLength={maxReasonLength}
          required
          aria-describedby={`${id}-hint`}
          value={note}
          onChange={({ target }) => onNote(target.value)}
        />
        <p className="hint" id={`${id}-hint`}>
          Your name, the time and this reason are kept in the history below.
        </p>
      </div>
      {risks.length > 0 ? <Risks risks={risks} /> : <Problem error={error} />}
      <p className="row setting-actions">
        {is_outdated ? (
          <Button look="primary" size="fit" onClick={onReload}>
            Reload
          </Button>
        ) : (
          <Button type="submit" look="primary" size="fit" isBusy={isBusy}>
            Save
          </Button>
        )}
        <Button size="fit" onClick={onCancel}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
