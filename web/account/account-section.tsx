import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { AccountForm } from './account-form.tsx';

/** Tells the page whether a section shows an error, for the title of the page. */
const ErrorReport = createContext<(section: string, isInvalid: boolean) => void>(() => {});

export const ReportErrors = ErrorReport.Provider;

function useReportedErrors(section: string, isInvalid: boolean): void {
  const report = useContext(ErrorReport);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `report` only sets a state, and is another function each time
  useEffect(() => report(section, isInvalid), [section, isInvalid]);
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** One subject of the account page. */
export const AccountSection = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <h2 id={id} tabIndex={-1}>
      {title}
    </h2>
    {children}
  </section>
);

interface Topic {
  readonly id: string;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** For a form that was sent: its button is gone, so the focus moves to the heading. */
  readonly close: () => void;
}

/** A subject that opens for changes, also by a link to its id. */
export function useTopic(id: string): Topic {
  const { hash } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (hash === `#${id}`) setOpen(true);
  }, [hash, id]);
  const close = () => {
    setOpen(false);
    document.getElementById(id)?.focus();
  };
  return { id, isOpen, setOpen, close };
}

interface TopicProps {
  readonly topic: Topic;
  readonly title: string;
  /** The present state, in one line. */
  readonly now?: ReactNode;
  readonly action?: string;
  readonly children: ReactNode;
}

/** One subject of the account page in one line, until the applicant wants to change it. */
export function AccountTopic({ topic, title, now, action = 'Change', children }: TopicProps) {
  const { id, isOpen, setOpen } = topic;
  const isPressed = useRef(false);
  return (
    <section className="topic" aria-labelledby={id}>
      <details
        open={isOpen}
        onToggle={({ currentTarget: details }) => {
          setOpen(details.open);
          if (details.open && isPressed.current)
            details.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
          isPressed.current = false;
        }}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
        <summary
          onClick={() => {
            isPressed.current = true;
          }}
        >
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <span className="link">{isOpen ? 'Close' : action}</span>
          {now !== undefined && <span className="topic-now">{now}</span>}
        </summary>
        {children}
      </details>
    </section>
  );
}

/** A form of a section. */
export function SectionForm(props: ComponentProps<typeof AccountForm>) {
  useReportedErrors(props.name, props.form.isInvalid);
  return <AccountForm {...props} />;
}
