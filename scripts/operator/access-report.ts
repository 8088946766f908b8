import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { reportReply } from '../../shared/api/operator.ts';
import { dataDictionary } from '../../shared/form/index.ts';
import { university } from '../../shared/partners/index.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { type ReportSection, reportPage } from '../../shared/report/data-report.ts';
import { invokeOperator } from './ask.ts';
import { emptyFolder } from './empty-folder.ts';
import { type Target, type TargetOptions, targetOf } from './target.ts';

interface Options extends TargetOptions {
  readonly user: string;
  readonly out: string;
}

function write(folder: string, path: string, content: string | Uint8Array) {
  const file = resolve(folder, path);
  if (!file.startsWith(`${folder}/`)) throw new Error(`${path} is outside of the report.`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, content, { mode: 0o600 });
}

async function fetchFile(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`A file could not be fetched: ${response.status} ${await response.text()}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Fetches the report in parts: a long audit log exceeds the size of one function response. */
async function* partsOf(target: Target, user: string) {
  let part: number | undefined = 0;
  while (part !== undefined) {
    const command = { command: 'report', user, part } as const;
    const reply: ReturnType<typeof reportReply.parse> = await invokeOperator(target, command, reportReply);
    yield reply;
    part = reply.next;
  }
}

/** The label of each question, in the order of the form. */
function labels() {
  const form = applicationOf(university, new Date().toISOString());
  return new Map(dataDictionary(form).map(({ key, label }) => [key, label]));
}

/**
 * Writes all stored data about one applicant: a page, its content as JSON, and the files
 * (docs/data-retention.md).
 */
export async function accessReport({ user, out, ...choice }: Options): Promise<void> {
  const target = await targetOf(choice);
  const sections: ReportSection[] = [];
  let folder: string | undefined;
  for await (const { title, stays, items, files = [] } of partsOf(target, user)) {
    folder ??= emptyFolder(out);
    for (const { path, url } of files) write(folder, path, await fetchFile(url));
    sections.push({
      title,
      stays,
      items,
      files: files.map(({ path, size }) => ({ path, name: path, size })),
    });
  }
  if (folder === undefined) return;
  const { name } = university;
  const report = { by: name, about: user.toLowerCase(), made_at: new Date().toISOString(), sections };
  write(folder, 'report.json', `${JSON.stringify(report, null, 2)}\n`);
  write(folder, 'report.html', reportPage(report, labels()));
  const count = sections.flatMap(({ files = [] }) => files).length;
  console.log(
    `Wrote ${join(folder, 'report.html')}, report.json and ${count} ${count === 1 ? 'file' : 'files'}.`,
  );
}
