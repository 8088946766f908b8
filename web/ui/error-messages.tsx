/** The question that messages are about. */
interface Labeled {
  readonly label: string;
  readonly required?: string | undefined;
}

/** True if a message is only a label, such as 'City', and needs a prefix to be understood. */
export const isBareLabel = (message: string, question: Labeled | undefined): boolean =>
  question !== undefined &&
  (message === question.required || message.endsWith(question.label)) &&
  !/^(You|Please) /.test(message);

export const bareLabelPrefix = 'Please complete: ';

interface Props {
  readonly id: string;
  readonly messages: readonly string[];
  /** Messages that are only its label are shown after 'Please complete: '. */
  readonly question?: Labeled | undefined;
  /** Suppresses the announcement, because many messages appear together. */
  readonly isQuiet?: boolean;
}

/**
 * The errors of a field. The live region is rendered even when empty; otherwise screen readers would not
 * announce new messages.
 */
export function ErrorMessages({ id, messages, question, isQuiet = false }: Props) {
  return (
    <div id={id} className="messages" role="alert" aria-live={isQuiet ? 'off' : 'assertive'}>
      {[...new Set(messages)].map((message) => (
        <p key={message}>
          <span>
            {isBareLabel(message, question) && <span className="message-lead">{bareLabelPrefix}</span>}
            <span>{message}</span>
          </span>
        </p>
      ))}
    </div>
  );
}
