import type { ReactNode } from 'react';
import type { ReplyOf } from '../../shared/api/index.ts';
import { routes } from '../../shared/api/routes.ts';
import { type Answers, type FormState, printLines } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { errorMessage } from '../api-client/errors.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { PrintedLines } from './printed-lines.tsx';
import './service-view.css';

type Application = ReplyOf<typeof routes.service.getApplication>;

const standingOf = ({ answer, add_another, tabs }: Application): FormState => ({
  answers: answer,
  counts: add_another,
  tabs,
});

const nameIn = ({ first_name, middle_name, last_name }: Answers) =>
  [first_name, middle_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ');

/** The whole application, to be read and printed: words only, nothing to press or to fill in. */
function Printed({ application }: { application: Application }) {
  const { name, applicationTitle } = currentPartner();
  const standing = standingOf(application);
  return (
    <main className="service-view">
      <h1>{applicationTitle}</h1>
      <p>{name}</p>
      <p className="service-view-applicant">{nameIn(standing.answers)}</p>
      {printLines(partnerForm(), standing).map(({ path, label, lines }) => (
        <section key={path} aria-label={label}>
          <h2>{label}</h2>
          <PrintedLines lines={lines} below={2} />
        </section>
      ))}
    </main>
  );
}

const Refused = ({ words }: { words: string }) => (
  <main className="service-view">
    <h1>{currentPartner().applicationTitle}</h1>
    <p role="alert">{words}</p>
  </main>
);

/** What a service token shows: one application, or why there is none to see. No name gets into the page's title. */
export async function loadServiceView(service_token: string): Promise<ReactNode> {
  document.title = currentPartner().applicationTitle;
  try {
    const application = await call(routes.service.getApplication, { query: { service_token } });
    return <Printed application={application} />;
  } catch (error) {
    return <Refused words={errorMessage(error)} />;
  }
}
