import type { ApplicationFacts as Facts } from '../../shared/api/console-replies.ts';
import type { serviceRoutes } from '../../shared/api/document-routes.ts';
import type { ReplyOf } from '../../shared/api/index.ts';
import { factsOf } from '../../shared/questions/facts.ts';
import { formatTime } from '../../shared/rules/format-time.ts';
import { statusText } from '../../shared/rules/item-names.ts';
import { currentPartner } from '../api-client/site-config.ts';

export type StaffApplication = ReplyOf<typeof serviceRoutes.getApplication>;

/** Facts that everybody in the console sees. The heading has the name and the confirmation number. */
const listedFacts = (facts: Facts, timeZone: string) =>
  [
    { label: 'Email', text: facts.email },
    { label: 'Submitted', text: formatTime(facts.submitted_at, timeZone) },
    { label: 'Late', text: facts.late },
    { label: 'Term', text: facts.term },
    { label: 'Major', text: facts.major },
    { label: 'Status', text: statusText(facts) },
  ].filter(({ text }) => text !== '');

const inHeading = ['Name', 'Confirmation number', 'Status'];

/** Facts that come from the answers. They follow the others, so these stay in place when they arrive. */
function answeredFacts(
  { answer, username, receipt }: StaffApplication,
  timeZone: string,
  shown: readonly string[],
) {
  return factsOf(answer, { username, receipt, timeZone }).filter(
    ({ label }) => !shown.includes(label) && !inHeading.includes(label),
  );
}

interface Props {
  readonly facts: Facts;
  readonly application: StaffApplication | undefined;
}

/** The main facts of the application. */
export function ApplicationFacts({ facts, application }: Props) {
  const { timeZone } = currentPartner();
  const listed = listedFacts(facts, timeZone);
  const labels = listed.map(({ label }) => label);
  const answered = application === undefined ? [] : answeredFacts(application, timeZone, labels);
  return (
    <dl className="row facts" data-ruled>
      {[...listed, ...answered].map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
