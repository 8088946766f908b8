import { type ReactNode, useState } from 'react';
import { ErrorMessages } from '../ui/error-messages.tsx';

interface FieldProps {
  readonly value: string;
  readonly messages: readonly string[];
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
}
interface TextProps {
  readonly id: string;
  readonly label: string;
  readonly field: FieldProps;
  readonly type?: string;
  readonly autoComplete: string;
  readonly inputMode?: 'numeric' | 'email';
  readonly describedBy?: string;
  /** What stands in the same line after the input. */
  readonly after?: ReactNode;
}

const longest = 254;

/** A labelled input of a card with its messages. */
export function Input({ id, label, field, type = 'text', describedBy, after, ...rest }: TextProps) {
  const isInvalid = field.messages.length > 0 || undefined;
  return (
    <div className="field" data-invalid={isInvalid}>
      <label htmlFor={id}>{label}</label>
      <ErrorMessages id={`${id}-messages`} messages={field.messages} />
      <div className="with-after">
        <input
          {...rest}
          id={id}
          name={id}
          className="control"
          type={type}
          maxLength={longest}
          value={field.value}
          aria-required="true"
          aria-invalid={isInvalid}
          aria-describedby={[`${id}-messages`, describedBy].filter(Boolean).join(' ')}
          onChange={(event) => field.onChange(event.target.value)}
          onBlur={field.onLeave}
        />
        {after}
      </div>
    </div>
  );
}

type Named = Pick<TextProps, 'field'>;

export const EmailInput = ({ field }: Named) => (
  <Input
    id="username"
    label="Email Address"
    type="email"
    inputMode="email"
    autoComplete="username"
    field={field}
  />
);

/** A password with a button that shows it; pasting and password managers are welcome (decision D-35). */
export function PasswordInput(props: Omit<TextProps, 'type' | 'after'>) {
  const [isShown, setShown] = useState(false);
  return (
    <Input
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <button
          type="button"
          className="button show-password"
          data-look="quiet"
          data-size="fit"
          aria-pressed={isShown}
          aria-controls={props.id}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
          <span className="unseen"> {props.label}</span>
        </button>
      }
    />
  );
}
