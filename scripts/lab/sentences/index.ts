import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { partnerIds, partnerOf } from '../../../shared/partners/index.ts';
import { applicationOf } from '../../../shared/questions/index.ts';
import { root } from '../../build/root.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { formTexts } from './form-texts.ts';
import { type Group, groups, isForApplicants } from './groups.ts';
import { type LocatedText, TextLocator } from './locate-texts.ts';
import { sentencesIn } from './source-sentences.ts';

/** The folders that hold sentences for applicants. */
const folders = ['shared', 'lambdas', 'web'];

function readSources(): ReadonlyMap<string, string> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && isForApplicants(path))
      .toSorted(),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** The files in which the form's definition is written. */
const definitionFolders = ['shared/questions/', 'shared/options/', 'shared/partners/', 'shared/form/'];

const startsWithAny = (path: string, starts: readonly string[]): boolean =>
  starts.some((start) => path.startsWith(start));

const formLine = ({ role, text, file, line }: LocatedText): string =>
  `  ${text}\n      ${role}${file === undefined ? '' : `, ${file}:${line}`}`;

type Section = readonly [title: string, lines: readonly string[]];

const groupOf = (file: string) => groups.find(({ paths }) => startsWithAny(file, paths));

function sectionOf(group: Group, sources: ReadonlyMap<string, string>, locator: TextLocator): Section {
  const lines = [...sources]
    .filter(([file]) => groupOf(file) === group)
    .flatMap(([file, source]) =>
      sentencesIn(file, source, file.startsWith('web/'))
        .filter(({ start }) => !locator.isShown(file, start))
        .map(({ line, text }) => `  ${text.trim().replaceAll('\n', '\n  ')}\n      ${file}:${line}`),
    );
  return [group.title, lines];
}

/** Every sentence that an applicant of a partner can see, grouped by where it appears. */
function sentences(partnerId: string): readonly Section[] {
  const sources = readSources();
  const locator = new TextLocator(
    new Map([...sources].filter(([file]) => startsWithAny(file, definitionFolders))),
  );
  const form = applicationOf(partnerOf(partnerId), new Date().toISOString());
  const pages = formTexts(form).map(
    ({ page, texts }): Section => [`Form: ${page}`, locator.locate(texts).map(formLine)],
  );
  return [...pages, ...groups.map((group) => sectionOf(group, sources, locator))];
}

/** Prints every sentence that an applicant of a partner can read. */
export function printSentences({ partner = partnerIds[0] ?? '' }: { readonly partner?: string }): void {
  if (!partnerIds.includes(partner))
    throw new UsageError(`No partner is called '${partner}'. There are: ${partnerIds.join(', ')}.`);
  console.log(
    sentences(partner)
      .map(([title, lines]) => [title, '='.repeat(title.length), ...lines].join('\n'))
      .join('\n\n'),
  );
}
