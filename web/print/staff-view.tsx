import { type ReactNode, useEffect, useState } from 'react';
import { serviceRoutes } from '../../shared/api/document-routes.ts';
import type { ReplyOf } from '../../shared/api/index.ts';
import { type FormState, printLines, withoutQuestions } from '../../shared/form/index.ts';
import { itemsFor } from '../../shared/partners/next-steps.ts';
import { type Fact, factsOf } from '../../shared/questions/facts.ts';
import { itemStatus, itemTitle } from '../../shared/rules/item-names.ts';
import { call } from '../api-client/call.ts';
import { errorMessage, ServerError } from '../api-client/errors.ts';
import { usePartner } from '../api-client/published-settings.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { endOfStaffToken, forgetStaffToken } from '../session/staff-token.ts';
import { isLoneCheckbox, PrintedLines, type QuestionLine } from './printed-lines.tsx';
import { UploadedFiles } from './uploaded-files.tsx';
import './marked-answer.css';
import './staff-view.css';

const checkMark = (chosen: boolean) => (chosen ? '[X]' : '[ ]');

/**
 * The answer as the specification prints it: each choice with its mark. The label of a lone checkbox is next
 * to it.
 */
function markedAnswer(line: QuestionLine): ReactNode {
  if (line.kind === 'document' || line.options === undefined) return line.text;
  if (isLoneCheckbox(line)) return <span className="printed-options">{checkMark(line.answered)}</span>;
  return (
    <span className="printed-options" data-column={line.column || undefined}>
      {line.options.map(({ label, chosen }) => (
        <span key={label}>
          {checkMark(chosen)} {label}
        </span>
      ))}
    </span>
  );
}

type Application = ReplyOf<typeof serviceRoutes.getApplication>;

const formStateOf = ({ answer, add_another, tabs }: Application): FormState => ({
  answers: answer,
  counts: add_another,
  tabs,
});

/** Short facts, side by side where there is space. */
const FactList = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className="stack facts" data-ruled>
    {facts.map(({ label, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

/** The main facts of the application: applicant, choices and status. */
function Facts({ application: { answer, username, receipt } }: { application: Application }) {
  const { timeZone } = currentPartner();
  return <FactList facts={factsOf(answer, { username, receipt, timeZone })} />;
}

/** The checklist items with their status, in the words of the console. */
function Checklist({ application: { answer, checklist } }: { application: Application }) {
  const items = itemsFor(usePartner(), answer);
  if (items.length === 0) return null;
  return (
    <section aria-label="Supporting documents">
      <h2>Supporting documents</h2>
      <FactList
        facts={items.map(({ id, isOptional }) => ({
          label: itemTitle(id),
          text: itemStatus(checklist[id], isOptional),
        }))}
      />
    </section>
  );
}

/** The time until which the page can be reloaded. */
function LinkEnd({ end }: { end: number }) {
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      forgetStaffToken();
      setEnded(true);
    }, end - Date.now());
    return () => clearTimeout(timer);
  }, [end]);
  const time = new Date(end).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
  return (
    <p className="hint staff-view-end" role="status">
      {hasEnded
        ? 'This link has expired. To open the application again, ask the person who sent it for a new one.'
        : `This link works until ${time}. Until then you can reload this page.`}
    </p>
  );
}

interface PrintedApplicationProps {
  readonly application: Application;
  readonly token: string;
}

/** The whole application for reading and printing: text, and links to its files. */
function PrintedApplication({ application, token }: PrintedApplicationProps) {
  const { name, applicationTitle } = currentPartner();
  const formState = formStateOf(application);
  const { form } = withoutQuestions(partnerForm(), application.hidden);
  const pages = printLines(form, formState);
  return (
    <main className="staff-view" data-columns>
      <h1>{applicationTitle}</h1>
      <p>{name}</p>
      <LinkEnd end={endOfStaffToken(token)} />
      <Facts application={application} />
      <Checklist application={application} />
      <UploadedFiles pages={pages} files={application.document_answer} token={token} />
      {pages.map(({ path, label, lines }) => (
        <section key={path} aria-label={label}>
          <h2>{label}</h2>
          <PrintedLines lines={lines} parentLevel={2} renderAnswer={markedAnswer} />
        </section>
      ))}
    </main>
  );
}

const ServiceError = ({ message }: { message: string }) => (
  <main className="staff-view" data-columns>
    <h1>{currentPartner().applicationTitle}</h1>
    <p role="alert">{message}</p>
  </main>
);

/**
 * Loads the application of a service token, or the reason why it cannot be shown. The document title never
 * contains the applicant's name.
 */
export async function loadStaffView(service_token: string): Promise<ReactNode> {
  document.title = currentPartner().applicationTitle;
  try {
    const application = await call(serviceRoutes.getApplication, { query: { service_token } });
    return <PrintedApplication application={application} token={service_token} />;
  } catch (error) {
    if (error instanceof ServerError && error.status === 403) forgetStaffToken();
    return <ServiceError message={errorMessage(error)} />;
  }
}
