import { useState } from 'react';
import { errorMessage } from '../api-client/errors.ts';
import { afterPress } from '../ui/after-press.ts';
import { type AccountField, type Errors, hasErrors, type Values } from './checks.ts';

const fields: readonly AccountField[] = ['username', 'password', 'confirm_password', 'code'];

interface Settings {
  readonly initial: Values;
  /** An error that came along with the navigation. */
  readonly failed?: string | undefined;
  readonly check: (values: Values) => Errors;
  readonly send: (values: Values) => Promise<void>;
}

interface Failure {
  readonly label?: string;
  readonly words: string;
}

/** One account form: checked on every change, told once a field was left or sent, and never sent while wrong. */
export function useAccountForm({ initial, failed, check, send }: Settings) {
  const [values, setValues] = useState<Values>(initial);
  const [told, setTold] = useState<Readonly<Partial<Record<AccountField, boolean>>>>({});
  const [extra, setExtra] = useState<Errors>({});
  const [failure, setFailure] = useState<Failure | undefined>(
    failed === undefined ? undefined : { words: failed },
  );
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const errors = check(values);

  /** Runs one call; its failure shows in the banner under `label`, or under the card's own. */
  const run = async (work: () => Promise<void>, label?: string) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure({ words: errorMessage(error), ...(label === undefined ? {} : { label }) });
    } finally {
      setBusy(false);
    }
  };
  const submit = () => {
    setSent(true);
    setTold(Object.fromEntries(fields.map((name) => [name, true])));
    setExtra({});
    if (hasErrors(errors)) focusFirst(errors);
    else void run(() => send(values));
  };
  const messagesOf = (name: AccountField) => extra[name] ?? (told[name] ? (errors[name] ?? []) : []);
  return {
    values,
    errors,
    failure,
    /** Whether the card says that something is wrong. */
    isWrong: failure !== undefined || fields.some((name) => messagesOf(name).length > 0),
    isBusy,
    /** Whether sending was tried. */
    isSent,
    run,
    submit,
    closeFailure: () => setFailure(undefined),
    /** Messages of an action other than submitting, which stand until the next change. */
    tell: (more: Errors) => {
      setExtra(more);
      focusFirst(more);
    },
    field: (name: AccountField) => ({
      value: values[name] ?? '',
      messages: messagesOf(name),
      onChange: (value: string) => {
        setValues((before) => ({ ...before, [name]: value }));
        setExtra({});
      },
      onLeave: () => {
        if (values[name]) afterPress(() => setTold((before) => ({ ...before, [name]: true })));
      },
    }),
  };
}

export type AccountForm = ReturnType<typeof useAccountForm>;

function focusFirst(errors: Errors): void {
  const [first] = Object.entries(errors).find(([, messages]) => messages.length > 0) ?? [];
  if (first !== undefined) document.getElementById(first)?.focus();
}
