import type { CSSProperties, ReactNode } from 'react';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import type { Funnel } from '../../shared/api/console-replies.ts';
import { dateFormats } from '../../shared/rules/date-formats.ts';
import { addDays } from '../../shared/rules/days.ts';
import { countRanges } from '../../shared/rules/small-cells.ts';
import { useQuery } from '../api-client/queries.ts';
import { Problem } from './problem.tsx';
import { funnelQuery } from './queries.ts';
import { fullTime, universityToday } from './times.ts';
import { useArrival } from './use-arrival.ts';
import './counts.css';

const usualWeeks = 12;
/** The count runs each night. */
const staleMs = 36 * 3_600_000;

const days = dateFormats({ month: 'short', day: 'numeric', year: 'numeric' });
/** 'Nov 23, 2026' */
const shortDay = (day: string): string => days('UTC').format(new Date(day));

const numbers = new Intl.NumberFormat('en-US');
const counted = (count: number | undefined): string =>
  count === undefined ? 'under 10' : numbers.format(count);

interface CountProps {
  readonly count: number | undefined;
  readonly most: number;
}

/** A number with a bar that compares it with the largest one. */
const Count = ({ count, most }: CountProps) => (
  <td className="count" style={{ '--share': (count ?? 0) / Math.max(most, 1) } as CSSProperties}>
    {counted(count)}
  </td>
);

interface CountTableProps {
  readonly title: string;
  readonly hint?: string;
  readonly columns: readonly string[];
  readonly empty: string;
  readonly rows: readonly {
    readonly name: string;
    readonly note?: string;
    readonly counts: readonly (number | undefined)[];
  }[];
}

function CountTable({ title, hint, columns, empty, rows }: CountTableProps) {
  const most = Math.max(...rows.flatMap(({ counts }) => counts.map((count) => count ?? 0)));
  const heading = useId();
  return (
    <section className="count-card" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {hint !== undefined && <p className="hint">{hint}</p>}
      {rows.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <table className="counts" aria-labelledby={heading}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, note, counts }) => (
              <tr key={`${name} ${note ?? ''}`}>
                <th scope="row">
                  {name}
                  {note !== undefined && <span className="count-note">{note}</span>}
                </th>
                {counts.map((count, index) => (
                  <Count key={columns[index + 1]} count={count} most={most} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const cellRows = ({ cells, others }: Funnel['hours']) => [
  ...cells.map(({ name, count }) => ({ name, counts: [count] })),
  ...(others === undefined ? [] : [{ name: 'Others', counts: [others] }]),
];

const tooFew = 'Fewer than 10 applications. Numbers this small are not shown.';

function Tables({ begun, submitted, ...found }: Funnel) {
  const total = { name: 'Total', counts: [begun, submitted] };
  const weeks = found.weeks.map((week) => ({
    name: `${shortDay(week.since)} to ${shortDay(week.until)}`,
    counts: [week.begun, week.submitted],
  }));
  return (
    <div className="count-cards">
      <CountTable
        title="Applications by week"
        hint="An application counts in the week in which it was begun."
        columns={['Week', 'Begun', 'Submitted since']}
        empty={tooFew}
        rows={weeks.length === 0 ? [] : [...weeks, total]}
      />
      <CountTable
        title="Last page of drafts"
        hint="The page that opens on the next visit."
        columns={['Page', 'Drafts']}
        empty={tooFew}
        rows={cellRows(found.pages)}
      />
      <CountTable
        title="Last section of drafts"
        hint="The section of the answer that changed last."
        columns={['Section', 'Drafts']}
        empty={tooFew}
        rows={cellRows(found.sections)}
      />
      <CountTable
        title="Time to submit"
        hint="From the first answer to Submit."
        columns={['Time', 'Submitted']}
        empty={tooFew}
        rows={cellRows(found.hours)}
      />
      <CountTable
        title="Frequent messages"
        hint="Messages about missing or invalid answers, and how many applicants left a page with them."
        columns={['Question', 'Applicants']}
        empty="No message was seen by 10 applicants."
        rows={found.rejected.map(({ section, question, message, count }) => ({
          name: question === '' ? section : `${section}: ${question}`,
          ...(message !== question && { note: message }),
          counts: [count],
        }))}
      />
    </div>
  );
}

const CountedAt = ({ at }: { readonly at: string }): ReactNode => (
  <>
    Counted {fullTime(at)}.
    {Date.now() - Date.parse(at) > staleMs && ' The nightly count has failed since. Ask your operators.'}
  </>
);

/** Counts of applications by week, page, section and message. They name no applicant. */
export default function CountsPage() {
  useArrival('Counts', 'counts');
  const [search, setSearch] = useSearchParams();
  const weeks = countRanges.find((each) => String(each) === search.get('weeks')) ?? usualWeeks;
  const { data, error, isFetching, refetch } = useQuery(
    funnelQuery(addDays(universityToday(), -7 * (weeks - 1))),
  );
  const select = useId();
  return (
    <main id="main" className="page">
      <div className="counts-head">
        <h1 tabIndex={-1}>Counts</h1>
        <div className="counts-range">
          <label htmlFor={select}>Weeks</label>
          <select
            id={select}
            className="control"
            value={weeks}
            onChange={({ target }) => setSearch({ weeks: target.value }, { replace: true })}
          >
            {countRanges.map((each) => (
              <option key={each} value={each}>
                Last {each}
              </option>
            ))}
          </select>
        </div>
      </div>
      <p className="hint">
        Counted each night from stored applications, without deleted ones. Counts from 1 to 9 are merged or
        not shown, so they say nothing about single applicants.
      </p>
      <p className="list-status" role="status">
        {isFetching && data === undefined && 'Loading...'}
        {data !== undefined &&
          (data.counted_at === undefined ? (
            'Nothing has been counted yet. The first count is made tonight.'
          ) : (
            <CountedAt at={data.counted_at} />
          ))}
      </p>
      <Problem error={data === undefined ? error : undefined} onRetry={() => void refetch()} />
      {data?.counted_at !== undefined && <Tables {...data} />}
    </main>
  );
}
