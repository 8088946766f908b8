import { useState } from 'react';

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

interface ListProps {
  readonly messages: readonly string[];
  /** Messages that are only its label are shown after 'Please complete: '. */
  readonly question?: Labeled | undefined;
  /** Suppresses the announcement, because many messages appear together. */
  readonly isQuiet?: boolean;
}

interface Props extends ListProps {
  readonly id: string;
  /** Messages of the field itself, after the others. They are announced unless the page opened with them. */
  readonly ownMessages?: readonly string[];
}

/** The errors of a field; nothing without errors. */
export function ErrorMessages({ id, ownMessages = [], ...form }: Props) {
  const messages = [...new Set(form.messages)];
  const own = ownMessages.filter((message) => !messages.includes(message));
  const [first] = useState(own.join());
  if (messages.length + own.length === 0) return null;
  return (
    <div id={id} className="messages">
      <Alert key={messages.join()} {...form} messages={messages} />
      <Alert key={`own ${own.join()}`} {...form} messages={own} isQuiet={own.join() === first} />
    </div>
  );
}

/**
 * Screen readers announce an alert that is added to the page, so each new list of messages is another one.
 */
function Alert({ messages, question, isQuiet = false }: ListProps) {
  const [politeness] = useState<'off' | 'assertive'>(isQuiet ? 'off' : 'assertive');
  if (messages.length === 0) return null;
  return (
    <div role="alert" aria-live={politeness}>
      {messages.map((message) => (
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
