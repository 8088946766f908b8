import { type ReactNode, useState } from 'react';
import { asciiDigits } from '../../shared/rules/digits.ts';
import { idList } from '../ui/dom.ts';
import { ErrorMessages } from '../ui/error-messages.tsx';

interface FieldProps {
  readonly value: string;
  readonly messages: readonly string[];
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}
interface TextProps {
  readonly id: string;
  readonly label: string;
  readonly field: FieldProps;
  readonly type?: string | undefined;
  readonly autoComplete: string;
  readonly inputMode?: 'numeric' | 'email';
  readonly hint?: string;
  readonly describedBy?: string;
  /** Content after the input, on the same line. */
  readonly suffix?: ReactNode;
}

const maxInputLength = 254;

/** An input of a card with its label and messages. */
export function Input({ id, label, field, type = 'text', hint, describedBy, suffix, ...rest }: TextProps) {
  const isInvalid = field.messages.length > 0 || undefined;
  return (
    <div className="field" data-invalid={isInvalid}>
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      <ErrorMessages id={`${id}-messages`} messages={field.messages} />
      <div className="with-after">
        <input
          {...rest}
          id={id}
          name={id}
          className="control"
          type={type}
          maxLength={maxInputLength}
          value={field.value}
          aria-required="true"
          aria-invalid={isInvalid}
          aria-describedby={idList(isInvalid && `${id}-messages`, hint && `${id}-hint`, describedBy)}
          onChange={({ target: { value } }) =>
            field.onChange(rest.inputMode === 'numeric' ? asciiDigits(value) : value)
          }
          onBlur={field.onBlur}
        />
        {suffix}
      </div>
    </div>
  );
}

/** A password input with a button that shows the password. Pasting and password managers work. */
export function PasswordInput(props: Omit<TextProps, 'type' | 'after'>) {
  const [isVisible, setVisible] = useState(false);
  return (
    <Input
      {...props}
      type={isVisible ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          className="button show-password"
          data-look="quiet"
          data-size="fit"
          aria-pressed={isVisible}
          aria-controls={props.id}
          onClick={() => setVisible(!isVisible)}
        >
          <span>{isVisible ? 'Hide' : 'Show'}</span>
          <span className="unseen"> {props.label}</span>
        </button>
      }
    />
  );
}
