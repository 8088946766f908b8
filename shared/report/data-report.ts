import { escapeHtml, htmlPage } from './html-page.ts';

// All data stored about one person, as a readable page (docs/data-retention.md).

export type ReportItem = Readonly<Record<string, unknown>>;

export interface ReportFile {
  /** Path relative to the page; '' if the page is delivered without files. */
  readonly path: string;
  readonly name: string;
  readonly size: number;
}

export interface ReportSection {
  readonly title: string;
  /** Reason why a deletion keeps it. */
  readonly stays?: string | undefined;
  readonly items: readonly ReportItem[];
  readonly files?: readonly ReportFile[] | undefined;
}

export interface DataReport {
  /** The university. */
  readonly by: string;
  /** The email address of the account. */
  readonly about: string;
  readonly made_at: string;
  readonly sections: readonly ReportSection[];
}

/** Attributes that are times, and their unit in milliseconds. */
const times: Readonly<Record<string, number>> = {
  expires_at: 1000,
  ...Object.fromEntries(['ends', 'last_seen', 'deadline', 'until', 'since'].map((name) => [name, 1])),
};

const isRecord = (value: unknown): value is ReportItem =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shown(name: string, value: unknown): string {
  const unit = times[name];
  if (unit !== undefined && typeof value === 'number') return new Date(value * unit).toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Row = readonly [name: string, value: string];

/** The attributes of an item, with nested maps flattened. */
const rowsOf = (item: ReportItem, before = ''): readonly Row[] =>
  Object.entries(item).flatMap(([name, value]) => {
    if (name === 'pk' || (name === 'sk' && before === '')) return [];
    return isRecord(value)
      ? rowsOf(value, `${before}${name} / `)
      : [[`${before}${name}`, shown(name, value)]];
  });

/** The answers in an item, under their keys: each was stored with the revision that set it. */
const answersIn = (item: ReportItem): readonly Row[] =>
  Object.entries(item).flatMap(([key, stored]) =>
    key === 'pk' || key === 'sk' || !Array.isArray(stored) ? [] : [[key, shown(key, stored[0])]],
  );

const isAnswers = ({ sk }: ReportItem) => String(sk).startsWith('ANSWERS#');

/** The question with its key, which the university's systems use. */
const named =
  (labels: ReadonlyMap<string, string>) =>
  ([key, value]: Row): Row => {
    const label = labels.get(key);
    return [label === undefined ? key : `${label} (${key})`, value];
  };

/** Sorts rows in the order of the form. Keys that it does not ask for come last. */
function inOrder(rows: readonly Row[], labels: ReadonlyMap<string, string>): readonly Row[] {
  const order = [...labels.keys()];
  const placeOf = ([key]: Row) => (labels.has(key) ? order.indexOf(key) : order.length);
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other)).map(named(labels));
}

const table = (caption: string, rows: readonly Row[]) =>
  rows.length === 0
    ? ''
    : `<table><caption>${escapeHtml(caption)}</caption><tbody>${rows
        .map(
          ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</tbody></table>`;

function itemTables(items: readonly ReportItem[], labels: ReadonlyMap<string, string>): string {
  const answers = inOrder(items.filter(isAnswers).flatMap(answersIn), labels);
  const others = items.filter((item) => !isAnswers(item));
  const tables = others.map(({ answers: submitted, ...item }) => [
    table(String(item.sk ?? item.pk ?? ''), rowsOf(item)),
    isRecord(submitted)
      ? table(
          'Submitted answers',
          inOrder(
            Object.entries(submitted).map(([key, value]) => [key, shown(key, value)]),
            labels,
          ),
        )
      : '',
  ]);
  return [table('Answers', answers), ...tables.flat()].join('\n');
}

const fileList = (files: readonly ReportFile[]) =>
  files.length === 0
    ? ''
    : `<ul>${files
        .map(({ path, name, size }) => {
          const words = `${escapeHtml(name)}</a> (${size} bytes)`;
          return path === ''
            ? `<li>${words.replace('</a>', '')}</li>`
            : `<li><a href="${escapeHtml(path)}">${words}</li>`;
        })
        .join('')}</ul>`;

function sectionOf({ title, stays, items, files = [] }: ReportSection, labels: ReadonlyMap<string, string>) {
  const content = itemTables(items, labels) + fileList(files);
  return `<section><h2>${escapeHtml(title)}</h2>${
    stays === undefined ? '' : `<p>Deletion keeps this: ${escapeHtml(stays)}</p>`
  }${content}</section>`;
}

const isEmpty = ({ items, files = [] }: ReportSection) => items.length + files.length === 0;

const emptySections = (sections: readonly ReportSection[]) =>
  sections.length === 0
    ? ''
    : `<section><h2>No data of these kinds is stored</h2><ul>${sections
        .map(({ title }) => `<li>${escapeHtml(title)}</li>`)
        .join('')}</ul></section>`;

/**
 * A self-contained page without scripts. `labels`: the label of each question, in the order of the form.
 * `json`: the same data, shown at the end.
 */
export function reportPage(report: DataReport, labels: ReadonlyMap<string, string>, json?: string): string {
  const { by, about, made_at, sections } = report;
  const title = `Data that ${by} stores about ${about}`;
  return htmlPage(
    title,
    `<p>As of ${escapeHtml(made_at)}. All times are UTC.</p>
${sections
  .filter((section) => !isEmpty(section))
  .map((section) => sectionOf(section, labels))
  .join('\n')}
${emptySections(sections.filter(isEmpty))}
${json === undefined ? '' : `<section><h2>The same for programs (JSON)</h2><pre>${escapeHtml(json)}</pre></section>`}`,
  );
}
