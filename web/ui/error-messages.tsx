/** A message that is only a label needs words before it: 'City' alone says nothing (decision D-58). */
export const isBareLabel = (message: string, required: string | undefined): boolean =>
  message === required && !/^(You|Please) /.test(message);

export const bareLabelPrefix = 'Please complete: ';

interface Props {
  readonly id: string;
  readonly messages: readonly string[];
  /** The message that is only a label: 'Please complete:' goes before it, in its own text (decision D-58). */
  readonly required?: string | undefined;
  /** Many messages that appear at once are not read out one by one (decision D-98). */
  readonly isQuiet?: boolean;
}

/** What is wrong with a field. The region stands before its text does, so that the text is announced. */
export function ErrorMessages({ id, messages, required, isQuiet = false }: Props) {
  return (
    <div id={id} className="messages" role="alert" aria-live={isQuiet ? 'off' : 'assertive'}>
      {[...new Set(messages)].map((message) => (
        <p key={message}>
          <span>
            {isBareLabel(message, required) && <span className="message-lead">{bareLabelPrefix}</span>}
            <span>{message}</span>
          </span>
        </p>
      ))}
    </div>
  );
}
