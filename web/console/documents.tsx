import { staffReadRoutes } from '../../shared/api/console-routes.ts';
import { walk } from '../../shared/form/index.ts';
import { urlFor } from '../api-client/call.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import type { StaffApplication } from './application-facts.tsx';

type Files = StaffApplication['document_answer'];

/** In the order of the form. A document whose question is no longer asked comes last, under its key. */
function listed(files: Files) {
  const labels = new Map(walk(partnerForm()).questions.map(({ key, question }) => [key, question.label]));
  const keys = [...labels.keys(), ...Object.keys(files).filter((key) => !labels.has(key))];
  return keys.flatMap((key) => {
    const file = files[key];
    return file === undefined ? [] : [{ key, label: labels.get(key) ?? key, name: file.file_name }];
  });
}

interface Props {
  readonly applicant: string;
  readonly application: StaffApplication;
}

/** The uploaded documents, each with a link that opens its PDF in a new tab. */
export function Documents({ applicant, application }: Props) {
  const all = listed(application.document_answer);
  return (
    <section className="side-part" aria-label="Documents">
      <h2>Documents</h2>
      {all.length === 0 && <p className="hint">The applicant uploaded no documents.</p>}
      <dl className="stack facts">
        {all.map(({ key, label, name }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <a
                href={urlFor(staffReadRoutes.viewDocument, { params: { applicant, answer_key: key } })}
                target="_blank"
                rel="noreferrer"
              >
                {name}
                <span className="unseen">, opens in a new tab</span>
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
