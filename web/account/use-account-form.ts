import { useRef, useState } from 'react';
import { errorMessage, ServerError } from '../api-client/errors.ts';
import { afterPress } from '../ui/after-press.ts';
import { useAction } from '../ui/use-action.ts';
import { useCommonPasswords } from './common-password.ts';
import {
  type AccountErrors,
  type AccountFields,
  type AccountValues,
  entriesOf,
  errorsIn,
  type FieldName,
  hasErrors,
} from './fields.ts';

/** The field that the server's error is about. */
const fieldOf = (error: unknown, names: readonly FieldName[]): FieldName | undefined =>
  error instanceof ServerError ? names.find((name) => name === error.body.field) : undefined;

interface Settings {
  /** Prefix of the field ids, for pages with several forms. */
  readonly prefix?: string;
  readonly fields: AccountFields;
  readonly initial?: AccountValues;
  /** The username, for password managers, if the form does not ask for it. */
  readonly username?: string | undefined;
  /** An error from the navigation to this page. */
  readonly initialError?: string | undefined;
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
export function useAccountForm(settings: Settings) {
  const { prefix = '', fields, initial = {}, username, initialError, send } = settings;
  const names = entriesOf(fields).map(([name]) => name);
  const [values, setValues] = useState<AccountValues>(initial);
  const [touched, setTouched] = useState<Readonly<Partial<Record<FieldName, boolean>>>>({});
  const [actionErrors, setActionErrors] = useState<AccountErrors>({});
  const [failure, setFailure] = useState<Failure | undefined>(
    initialError === undefined ? undefined : { message: initialError },
  );
  const [isSent, setSent] = useState(false);
  const resets = useRef(0);
  useCommonPasswords();
  const errors = errorsIn(fields, username === undefined ? values : { ...values, username });

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
      const name = fieldOf(error, names);
      if (name !== undefined) showErrors({ [name]: [errorMessage(error)] });
      else setFailure({ message: errorMessage(error), ...(label === undefined ? {} : { label }) });
    },
  );
  const submit = () => {
    setSent(true);
    setTouched(Object.fromEntries(names.map((name) => [name, true])));
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
  const messagesOf = (name: FieldName) => actionErrors[name] ?? (touched[name] ? (errors[name] ?? []) : []);
  return {
    ...{ prefix, fields, username },
    values,
    errors,
    failure,
    /** True if the card shows an error. */
    isInvalid: failure !== undefined || names.some((name) => messagesOf(name).length > 0),
    isBusy,
    /** True after the first attempt to submit. */
    isSent,
    run,
    submit,
    reset,
    closeFailure: () => setFailure(undefined),
    /** Shows the errors of an action other than submitting, until the next change. */
    showErrors,
    field: (name: FieldName) => ({
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

export type AccountFormState = ReturnType<typeof useAccountForm>;

function focusFirst(errors: AccountErrors, prefix: string): void {
  const [first] = Object.entries(errors).find(([, messages]) => messages.length > 0) ?? [];
  if (first !== undefined) document.getElementById(`${prefix}${first}`)?.focus();
}
