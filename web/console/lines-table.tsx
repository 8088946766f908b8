import { itemTitle } from '../../shared/rules/item-names.ts';
import type { LinesStage, ShownLine } from './use-checklist-lines.ts';

const outcomeWords: Readonly<Record<LinesStage, Readonly<Record<ShownLine['outcome'], string>>>> = {
  preview: { changed: 'Ready to mark', unchanged: 'Already marked', refused: 'Error' },
  marked: { changed: 'Marked as received', unchanged: 'Already marked', refused: 'Error' },
  undone: { changed: 'Undone', unchanged: 'Unchanged', refused: 'Error' },
};

interface Props {
  readonly stage: LinesStage;
  readonly lines: readonly ShownLine[];
}

/** Each line with its applicant and its outcome. Errors are first. */
export function LinesTable({ stage, lines }: Props) {
  const errorsFirst = lines.toSorted(
    (one, other) => Number(other.outcome === 'refused') - Number(one.outcome === 'refused'),
  );
  return (
    <table className="applications lines-table">
      <caption className="unseen">Lines of the list, with errors first</caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Applicant</th>
          <th scope="col">Item</th>
          <th scope="col">Received on</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {errorsFirst.map(({ line, applicant, item, date, name, outcome, reason }) => (
          <tr key={line} data-outcome={outcome}>
            <td data-column="Line">{line}</td>
            <th scope="row">
              {name} <span className="line-applicant">{applicant}</span>
            </th>
            <td>{item === '' ? '' : itemTitle(item.trim().toLowerCase())}</td>
            <td>{date}</td>
            <td data-column="Result">
              <strong>{outcomeWords[stage][outcome]}</strong>
              {reason !== undefined && <span className="line-reason">{reason}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
