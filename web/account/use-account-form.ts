import { useRef, useState } from 'react';
import { errorMessage, ServerError } from '../api-client/errors.ts';
import { afterPress } from '../ui/after-press.ts';
import { useAction } from '../ui/use-action.ts';
import { type AccountErrors, type AccountField, type AccountValues, hasErrors } from './checks.ts';
import { useCommonPasswords } from './common-password.ts';

const fields: readonly AccountField[] = [
  'username',
  'current_password',
  'password',
  'confirm_password',
  'code',
  'current_code',
];

/** The field that the server's error is about. */
const fieldOf = (error: unknown): AccountField | undefined =>
  error instanceof ServerError ? fields.find((name) => name === error.body.field) : undefined;

interface Settings {
  /** Prefix of the field ids, for pages with several forms. */
  readonly prefix?: string;
  readonly initial: AccountValues;
  /** An error from the navigation to this page. */
  readonly initialError?: string | undefined;
  readonly validate: (values: AccountValues) => AccountErrors;
  readonly send: (values: AccountValues) => Promise<void>;
}

interface Failure {
  readonly label?: string;
  readonly message: string;
}

/**
 * The state of an account form. It validates on every change, shows the errors of a field after blur or
 * submit, and submits only valid values.
 */
export function useAccountForm({ prefix = '', initial, initialError, validate, send }: Settings) {
  const [values, setValues] = useState<AccountValues>(initial);
  const [touched, setTouched] = useState<Readonly<Partial<Record<AccountField, boolean>>>>({});
  const [actionErrors, setActionErrors] = useState<AccountErrors>({});
  const [failure, setFailure] = useState<Failure | undefined>(
    initialError === undefined ? undefined : { message: initialError },
  );
  const [isSent, setSent] = useState(false);
  const resets = useRef(0);
  useCommonPasswords();
  const errors = validate(values);

  const showErrors = (shown: AccountErrors) => {
    setActionErrors(shown);
    focusFirst(shown, prefix);
  };

  /**
   * Runs a call. An error appears at the field that it names, or in the banner under `label` or the card's
   * name.
   */
  const { run, isBusy } = useAction<[action: () => Promise<void>, label?: string]>(
    (action) => {
      setFailure(undefined);
      return action();
    },
    (error, _, label) => {
      const name = fieldOf(error);
      if (name !== undefined) showErrors({ [name]: [errorMessage(error)] });
      else setFailure({ message: errorMessage(error), ...(label === undefined ? {} : { label }) });
    },
  );
  const submit = () => {
    setSent(true);
    setTouched(Object.fromEntries(fields.map((name) => [name, true])));
    setActionErrors({});
    if (hasErrors(errors)) focusFirst(errors, prefix);
    else run(() => send(values));
  };
  /** Clears the form and its errors, after it was sent or when its fields change. */
  const reset = () => {
    resets.current += 1;
    setValues(initial);
    setTouched({});
    setActionErrors({});
    setFailure(undefined);
    setSent(false);
  };
  const messagesOf = (name: AccountField) =>
    actionErrors[name] ?? (touched[name] ? (errors[name] ?? []) : []);
  return {
    values,
    errors,
    failure,
    /** True if the card shows an error. */
    isInvalid: failure !== undefined || fields.some((name) => messagesOf(name).length > 0),
    isBusy,
    /** True after the first attempt to submit. */
    isSent,
    run,
    submit,
    reset,
    closeFailure: () => setFailure(undefined),
    /** Shows the errors of an action other than submitting, until the next change. */
    showErrors,
    field: (name: AccountField) => ({
      value: values[name] ?? '',
      messages: messagesOf(name),
      onChange: (value: string) => {
        setValues((previous) => ({ ...previous, [name]: value }));
        setActionErrors({});
      },
      onBlur: () => {
        if (!values[name]) return;
        const before = resets.current;
        afterPress(() => {
          // The press that moved the focus may have cleared the form.
          if (resets.current === before) setTouched((previous) => ({ ...previous, [name]: true }));
        });
      },
    }),
  };
}

export type AccountForm = ReturnType<typeof useAccountForm>;

function focusFirst(errors: AccountErrors, prefix: string): void {
  const [first] = Object.entries(errors).find(([, messages]) => messages.length > 0) ?? [];
  if (first !== undefined) document.getElementById(`${prefix}${first}`)?.focus();
}
