/** True if a message is only a label, such as 'City', and needs a prefix to be understood. */
export const isBareLabel = (message: string, required: string | undefined): boolean =>
  message === required && !/^(You|Please) /.test(message);

export const bareLabelPrefix = 'Please complete: ';

interface Props {
  readonly id: string;
  readonly messages: readonly string[];
  /** The message that may be only a label. It is shown after 'Please complete: '. */
  readonly required?: string | undefined;
  /** Suppresses the announcement, because many messages appear together. */
  readonly isQuiet?: boolean;
}

/**
 * The errors of a field. The live region is rendered even when empty; otherwise screen readers would not
 * announce new messages.
 */
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
