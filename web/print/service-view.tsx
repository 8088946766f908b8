import type { ReactNode } from 'react';
import type { ReplyOf } from '../../shared/api/index.ts';
import { routes } from '../../shared/api/routes.ts';
import { type Answers, type FormState, printLines } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { errorMessage } from '../api-client/errors.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { partnerForm, validationContext } from '../form-state/partner-form.ts';
import { PrintedLines } from './printed-lines.tsx';
import './service-view.css';

/** What does not fit about answers, by key. */
type AnswerNotes = Readonly<Record<string, string>>;
type Application = ReplyOf<typeof routes.service.getApplication>;

const formStateOf = ({ answer, add_another, tabs }: Application): FormState => ({
  answers: answer,
  counts: add_another,
  tabs,
});

const fullName = ({ first_name, middle_name, last_name }: Answers) =>
  [first_name, middle_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ');

/** The whole application for reading and printing: text only, without controls. */
function PrintedApplication({ application, notes }: { application: Application; notes: AnswerNotes }) {
  const { name, applicationTitle } = currentPartner();
  const formState = formStateOf(application);
  return (
    <main className="service-view">
      <h1>{applicationTitle}</h1>
      <p>{name}</p>
      <p className="service-view-applicant">{fullName(formState.answers)}</p>
      {printLines(partnerForm(), formState, notes).map(({ path, label, lines }) => (
        <section key={path} aria-label={label}>
          <h2>{label}</h2>
          <PrintedLines lines={lines} parentLevel={2} />
        </section>
      ))}
    </main>
  );
}

const ServiceError = ({ message }: { message: string }) => (
  <main className="service-view">
    <h1>{currentPartner().applicationTitle}</h1>
    <p role="alert">{message}</p>
  </main>
);

/**
 * Loads the application of a service token, or the reason why it cannot be shown. The document title never contains
 * the applicant's name.
 */
export async function loadServiceView(service_token: string): Promise<ReactNode> {
  document.title = currentPartner().applicationTitle;
  try {
    const application = await call(routes.service.getApplication, { query: { service_token } });
    const { findContradictions } = await import('../../shared/application/contradictions.ts');
    const notes = findContradictions(partnerForm(), formStateOf(application), {
      ...validationContext(),
      partner: currentPartner(),
    });
    return <PrintedApplication application={application} notes={notes} />;
  } catch (error) {
    return <ServiceError message={errorMessage(error)} />;
  }
}
