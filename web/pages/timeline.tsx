import { decisionDayOf } from '../../shared/partners/decision-day.ts';
import { formatTime } from '../../shared/rules/format-time.ts';
import { progressQuery } from '../api-client/progress-query.ts';
import { usePartner } from '../api-client/published-settings.ts';
import { useQuery } from '../api-client/queries.ts';
import { useReceipt } from '../form-state/form-store.ts';

interface Step {
  readonly title: string;
  /** The time at which it happened (ISO 8601). */
  readonly time?: string | undefined;
  /** Shown without a time. */
  readonly text?: string;
  /** True if nothing follows. */
  readonly isEnd?: true;
}

/** The step that the application has reached: its end, the first that is not done, or the last one. */
const currentOf = (steps: readonly Step[]): Step | undefined =>
  steps.find(({ isEnd }) => isEnd) ?? steps.find(({ time }) => !time) ?? steps.at(-1);

/** The application's way to the decision. */
export function Timeline() {
  const submittedAt = useReceipt()?.submitted_at;
  const { data, isError } = useQuery(progressQuery);
  const partner = usePartner();
  if (submittedAt === undefined) return null;
  const decisionDay = decisionDayOf(partner, submittedAt);
  const next: readonly Step[] =
    decisionDay === undefined ? [] : [{ title: 'Decision by', text: decisionDay }];
  const withdrawnAt = data?.withdrawn_at;
  const waiting = data === undefined ? 'Loading...' : 'Being handed over';
  const steps: readonly Step[] = [
    { title: 'Submitted', time: submittedAt },
    {
      title: 'Received by the admissions office',
      time: data?.received_at,
      text: isError ? 'Reload the page to see if it was received' : waiting,
    },
    ...(withdrawnAt ? [{ title: 'Withdrawn', time: withdrawnAt, isEnd: true } as const] : next),
  ];
  const current = currentOf(steps);
  return (
    <section className="card timeline" aria-labelledby="timeline">
      <h2 id="timeline">Where your application is</h2>
      <ol>
        {steps.map((step) => (
          <li
            key={step.title}
            aria-current={step === current ? 'step' : undefined}
            data-done={step.time ? !step.isEnd : undefined}
          >
            <h3>{step.title}</h3>
            <p>{step.time ? <time dateTime={step.time}>{formatTime(step.time)}</time> : step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
