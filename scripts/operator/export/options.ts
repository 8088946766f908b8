import { parseArgs } from 'node:util';
import { type ExportFormat, exportFormats } from '../../../shared/export/formats.ts';
import { isDay } from '../../../shared/rules/days.ts';
import { readOptions, wholeNumber } from '../../command-line/options.ts';
import { targetOptions } from '../target.ts';

const options = {
  since: { type: 'string' },
  format: { type: 'string', default: 'csv' },
  out: { type: 'string' },
  cursor: { type: 'string' },
  'without-pdfs': { type: 'boolean', default: false },
  'zip-megabytes': { type: 'string', default: '250' },
  ...targetOptions,
} as const;

/** A ZIP file without extensions can have 4 GB. */
const largestZip = 4_000;

function zipSize(megabytes: string): number {
  const size = wholeNumber('--zip-megabytes', megabytes);
  if (size > largestZip) throw new Error(`--zip-megabytes ${megabytes}: at most ${largestZip}.`);
  return size * 1_000_000;
}

function formatNamed(name: string): ExportFormat {
  const format = exportFormats.find((each) => each === name);
  if (format === undefined)
    throw new Error(`--format ${name}: one of ${exportFormats.join(', ')} is expected.`);
  return format;
}

export const exportOptions = (args: readonly string[]) =>
  readOptions('export', () => {
    const { values } = parseArgs({ args: [...args], options });
    const {
      since,
      format,
      out,
      cursor,
      'without-pdfs': withoutPdfs,
      'zip-megabytes': zip,
      ...place
    } = values;
    if (out === undefined) throw new Error('--out is required: the folder for the files.');
    if (since === undefined && cursor === undefined)
      throw new Error(
        '--since or --cursor is required: the first day, or the file that says where the last export ended.',
      );
    if (since !== undefined && !isDay(since))
      throw new Error(`--since ${since}: a day such as 2026-11-01 is expected.`);
    return { since, out, cursor, format: formatNamed(format), withoutPdfs, partSize: zipSize(zip), place };
  });

export type ExportOptions = ReturnType<typeof exportOptions>;
