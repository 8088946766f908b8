import type { ReactNode } from 'react';
import { isSessionEnd } from '../session/end-session.ts';
import { Button } from '../ui/button.tsx';
import { type AccountField, entriesOf, type FieldName } from './fields.ts';
import { Input, PasswordInput } from './inputs.tsx';
import { Requirements, summarizeRequirements } from './requirements.tsx';
import type { AccountFormState } from './use-account-form.ts';

interface Props {
  /** The form's name in its error banner. */
  readonly name: string;
  readonly form: AccountFormState;
  readonly submitLabel?: string;
  readonly look?: 'primary' | 'danger';
  readonly size?: 'regular' | 'wide';
  /** Renders help below the message of an error. */
  readonly helpFor?: ((message: string) => ReactNode) | undefined;
  readonly intro?: ReactNode;
  /** Content between the fields and the button. */
  readonly children?: ReactNode;
}

/** An account form: its error banner, its fields and its button. */
export function AccountForm({ name, form, helpFor, intro, children, ...button }: Props) {
  const { submitLabel = 'Submit', look = 'primary', size = 'regular' } = button;
  return (
    <>
      <Banner label={form.failure?.label ?? `${name} Error`} form={form} helpFor={helpFor} />
      <form
        method="post"
        autoComplete="off"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!form.isBusy) form.submit();
        }}
      >
        {intro}
        <Fields form={form} />
        {children}
        <Button look={look} size={size} type="submit" isBusy={form.isBusy}>
          {submitLabel}
        </Button>
      </form>
    </>
  );
}

type BannerProps = Pick<Props, 'form' | 'helpFor'> & { readonly label: string };

/**
 * The error of a form. Its label is for screen readers: the message says everything. An ended session is not
 * the user's mistake, so its banner has calm colors.
 */
function Banner({ label, form, helpFor }: BannerProps) {
  const message = form.failure?.message;
  const help = message === undefined ? undefined : helpFor?.(message);
  return (
    <div role="alert" className="banner-region">
      {message !== undefined && (
        <section className="banner" aria-label={label} data-calm={isSessionEnd(message) || undefined}>
          <div>
            <p>{message}</p>
            {help && <p>{help}</p>}
          </div>
          <button type="button" className="icon-button" aria-label="Close" onClick={form.closeFailure}>
            <span aria-hidden="true">×</span>
          </button>
        </section>
      )}
    </div>
  );
}

interface FieldProps extends Pick<Props, 'form'> {
  readonly name: FieldName;
  readonly settings: AccountField;
}

const isNewPassword = (name: FieldName, { autoComplete }: AccountField): boolean =>
  name === 'password' && autoComplete === 'new-password';

function Field({ form, name, settings }: FieldProps) {
  const { check: _, type, ...rest } = settings;
  const input = { ...rest, id: `${form.prefix}${name}`, field: form.field(name) };
  if (type !== 'password') return <Input {...input} type={type} />;
  return isNewPassword(name, settings) ? (
    <PasswordInput
      {...input}
      describedBy="requirements"
      field={summarizeRequirements(input.field, form.isSent)}
    />
  ) : (
    <PasswordInput {...input} />
  );
}

function Fields({ form }: Pick<Props, 'form'>) {
  const { fields, username, values, errors } = form;
  const all = entriesOf(fields);
  return (
    <>
      {username !== undefined && (
        <input type="hidden" autoComplete="username" name="username" value={username} readOnly />
      )}
      {all.map(([name, settings]) => (
        <Field key={name} {...{ form, name, settings }} />
      ))}
      {all.some(([name, settings]) => isNewPassword(name, settings)) && (
        <Requirements
          password={values.password ?? ''}
          errors={errors.password ?? []}
          confirmation={errors.confirm_password}
        />
      )}
    </>
  );
}
