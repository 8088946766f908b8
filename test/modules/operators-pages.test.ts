import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { settingNames } from '../../lib/config/index.ts';
import { ensureBuilt, withBuildLock } from '../../scripts/build/index.ts';
import { root } from '../../scripts/build/root.ts';
import { outputs } from '../infrastructure/cloud.ts';
import { commands } from '../support/commands.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = globSync(['*.md', 'docs/*.md', '.github/*.md'], { cwd: root })
  .filter((path) => path !== 'CHANGELOG.md')
  .sort();
const operators = globSync('docs/*.md', { cwd: root }).map(read).join('\n');

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, each = '']) => each);
const unique = (all: readonly string[]) => [...new Set(all)].sort();

/**
 * Commands in code, with what follows them, without the comment behind them; a line that a backslash breaks
 * is whole.
 */
const commandsIn = (text: string) =>
  found(
    text.replaceAll(/\\\n\s*/g, ' '),
    /(?:^\s*|`)(n(?:pm (?:start|test|run [\w:-]+)|px (?:matricula|cdk) \w+)[^`\n#]*)/gm,
  );

/** The words of a command that call it, without its arguments: `npx matricula staff export`. */
const longestCall = (words: readonly string[]): string =>
  words.length === 0 || commands.has(words.join(' ')) ? words.join(' ') : longestCall(words.slice(0, -1));

/** The anchor that GitHub makes of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
const anchorsOf = (path: string) => found(read(path), /^#+ (.+)$/gm).map(anchorOf);

describe.each(pages)('%s', (page) => {
  const text = read(page);

  it('names only commands and options that exist', () => {
    const wrong = commandsIn(text).filter((command) => {
      if (command.startsWith('npx cdk')) return false;
      const call = longestCall(command.split(/\s+/));
      const known = commands.get(call);
      const options = found(command, / (--[a-z]+[a-z-]*)/g).filter((option) => option !== '--help');
      return (
        known === undefined || options.some((option) => known.options.every(({ long }) => long !== option))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('links only to headings that exist', () => {
    const links = found(text, /\]\(([^)\s:]*#[^)\s]+)\)/g);
    const wrong = links.filter((link) => {
      const [path = '', anchor = ''] = link.split('#');
      return !anchorsOf(path === '' ? page : join(dirname(page), path)).includes(anchor);
    });
    expect(wrong).toEqual([]);
  });
});

it('errors and alarms link only to headings that exist', () => {
  const sources = globSync(['{lib,lambdas,scripts,shared}/**/*.ts'], { cwd: root }).map(read).join('\n');
  const links = [...sources.matchAll(/(docs\/[\w-]+\.md)#([\w-]+)/g)];
  expect(links.length).toBeGreaterThan(0);
  const wrong = links.filter(([, path = '', anchor = '']) => !anchorsOf(path).includes(anchor));
  expect(wrong.map(([link]) => link)).toEqual([]);
});

describe('the pages for operators', () => {
  beforeAll(async () => {
    await withBuildLock(ensureBuilt);
  });

  it('explain every setting of a deployment, and no other', () => {
    const section = /^## Settings$(.+?)^## /ms.exec(read('docs/deploy.md'))?.[1] ?? '';
    const rows = found(section, /^- (`[^:]+`):/gm).flatMap((cell) => found(cell, /`(\w+)`/g));
    expect(rows.sort()).toEqual([...settingNames].sort());
  });

  it('name outputs that a deployment prints, and each of them', () => {
    const domain = { name: 'apply.example.edu', certificateArn: 'arn:aws:acm:us-east-1:1:certificate/1' };
    const printed = Object.keys(outputs({ domain }));
    const meant = printed.filter((name) => !name.startsWith('PublishOutput'));
    const placeholders = unique(found(operators, /<([A-Z]\w+)>/g));
    expect(placeholders.filter((name) => !meant.includes(name))).toEqual([]);
    expect(meant.filter((name) => !operators.includes(`\`${name}\``))).toEqual([]);
  });
});

it('the permissions of operators name each command for staff and privacy that calls a function', () => {
  const [, table = ''] = read('docs/operate.md').split('## Operator permissions');
  const missing = [...commands]
    .filter(
      ([call, { options }]) =>
        /^npx matricula (staff|privacy) /.test(call) && options.some(({ long }) => long === '--stage'),
    )
    .map(([call]) => call.slice('npx matricula '.length))
    .filter((call) => !table.includes(`\`${call}\``));
  expect(missing).toEqual([]);
});
