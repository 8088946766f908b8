import { erasedHead, erasedLine } from '../../shared/export/erased.ts';
import type { ExportFormat } from '../../shared/export/format-names.ts';
import { lineWriter } from '../../shared/export/formats.ts';
import type { ApplicationPackage } from '../../shared/package/application-package.ts';
import { erasedPage } from './erased-page.ts';
import { exportColumns, exportPage } from './export-page.ts';

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
