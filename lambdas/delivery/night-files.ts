import { archivesOf } from '../../shared/archive/archives.ts';
import { archiveLayout, type PackagePdf, pathInPackage } from '../../shared/archive/layouts.ts';
import { erasedHead, erasedLine } from '../../shared/export/erased.ts';
import type { ExportFormat } from '../../shared/export/format-names.ts';
import { lineWriter } from '../../shared/export/formats.ts';
import { type ApplicationPackage, applicationPackage } from '../../shared/package/application-package.ts';
import { inOrder } from '../../shared/rules/in-order.ts';
import { packageFolder } from '../aws/object-keys.ts';
import { readPackaged, writeExport, writeInParts } from '../aws/s3.ts';
import { now } from '../runtime/clock.ts';
import { partner } from '../runtime/partner.ts';
import { erasedPage, exportColumns, exportPage } from './export-page.ts';

/** Characters of one file. Two such texts are in memory at most. */
const fileCharacters = 20_000_000;

export const writeCsv = (key: string, text: string): Promise<void> =>
  writeExport(key, 'text/csv; charset=utf-8', text);

export const writeJson = (key: string, content: object): Promise<void> =>
  writeExport(key, 'application/json', `${JSON.stringify(content, null, 2)}\n`);

const numbered = (name: string, number: number, extension: string): string =>
  `${name}-${String(number).padStart(3, '0')}.${extension}`;
const nameIn = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/** Files of one name that follow one another, none larger than the memory of a function. */
export class NumberedFiles {
  readonly names: string[] = [];
  /** Rows in all files. */
  rows = 0;
  readonly #name: string;
  readonly #feed: Pick<Feed, 'head' | 'extension'>;
  #lines: string[] = [];
  #size = 0;

  /** `name` is a key without number, such as `exports/2026-11-22/062800123/changes`. */
  constructor(name: string, feed: Pick<Feed, 'head' | 'extension'>) {
    [this.#name, this.#feed] = [name, feed];
  }

  async add(lines: readonly string[]): Promise<void> {
    this.#lines.push(...lines);
    this.rows += lines.length;
    this.#size += lines.reduce((sum, { length }) => sum + length, 0);
    if (this.#size > fileCharacters) await this.end();
  }

  async end(): Promise<void> {
    if (this.#lines.length === 0) return;
    const { head, extension } = this.#feed;
    const key = numbered(this.#name, this.names.length + 1, extension);
    const text = head + this.#lines.join('');
    await (extension === 'csv' ? writeCsv(key, text) : writeExport(key, 'application/jsonl', text));
    this.names.push(nameIn(key));
    [this.#lines, this.#size] = [[], 0];
  }
}

/** Packages that are read at the same time. */
const maxConcurrent = 8;
/** Bytes of one archive, like that of `staff export`. */
const archiveBytes = 250_000_000;

/** Slate's ZIP files of PDFs, each with its index. */
export class SlateArchives {
  readonly names: string[] = [];
  /** Confirmation numbers of applications whose package is not delivered yet. */
  readonly missing: string[] = [];
  readonly #name: string;

  /** `name` is a key without number. */
  constructor(name: string) {
    this.#name = name;
  }

  /** The PDFs are as they were delivered: later settings may show documents that a package does not have. */
  async add(applications: readonly ApplicationPackage[]): Promise<void> {
    const layout = archiveLayout('slate', partner().slate);
    const pdfs: PackagePdf[] = [];
    for await (const application of inOrder(applications, maxConcurrent, packaged))
      if (typeof application === 'string') this.missing.push(application);
      else pdfs.push(...layout.pdfsOf(application));
    const archives = archivesOf(pdfs, {
      read: (pdf) => readPackaged(packageFolder(pdf.confirmation) + pathInPackage(pdf)),
      onMissing: ({ confirmation }) => this.missing.push(confirmation),
      ...{ layout, maxBytes: archiveBytes, modified: new Date(now()) },
    });
    for await (const { chunks } of archives) {
      const key = numbered(this.#name, this.names.length + 1, 'zip');
      await writeInParts(key, 'application/zip', chunks);
      this.names.push(nameIn(key));
    }
  }
}

/** An application as it was delivered, or the confirmation number of one that was not. */
async function packaged({ confirmation }: ApplicationPackage): Promise<ApplicationPackage | string> {
  const bytes = await readPackaged(`${packageFolder(confirmation)}application.json`);
  return bytes === undefined
    ? confirmation
    : applicationPackage.parse(JSON.parse(Buffer.from(bytes).toString()));
}

export type FeedList = 'erased' | 'changed' | 'submitted';

interface Range {
  readonly after: string;
  readonly before: string;
  readonly limit: number;
}

interface Page {
  readonly lines: readonly string[];
  /** The applications of the lines. */
  readonly packages: readonly ApplicationPackage[];
  readonly next: string;
  readonly isDone: boolean;
}

/** Rows of one list, page by page. */
export interface Feed {
  readonly extension: string;
  readonly head: string;
  readonly read: (range: Range) => Promise<Page>;
}

/** Rows of deleted applications, of those that changed, and of those that were submitted. */
export async function feedsOf(format: ExportFormat): Promise<Readonly<Record<FeedList, Feed>>> {
  const { head, lineOf, fileName } = lineWriter(format, await exportColumns());
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1);
  const applications = (list: 'submitted' | 'changed') => async (range: Range) => {
    const page = await exportPage({ ...range, list });
    return { ...page, lines: page.packages.map(lineOf) };
  };
  const erased = async (range: Range) => {
    const { erased: all, ...page } = await erasedPage(range);
    return { ...page, lines: all.map(erasedLine), packages: [] };
  };
  return {
    erased: { extension: 'csv', head: erasedHead, read: erased },
    changed: { extension, head, read: applications('changed') },
    submitted: { extension, head, read: applications('submitted') },
  };
}
