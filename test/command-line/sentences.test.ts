import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sentencesIn, textsIn } from '../../scripts/lab/sentences/source-sentences.ts';

const root = resolve(import.meta.dirname, '../..');

const run = (...args: readonly string[]) =>
  new Promise<{ code: number; out: string; error: string }>((done) => {
    execFile(
      process.execPath,
      ['scripts/main.ts', 'lab', 'sentences', ...args],
      { cwd: root, maxBuffer: 10_000_000 },
      (failure, out, error) => done({ code: Number(failure?.code ?? 0), out, error }),
    );
  });

/** Each sentence of the printed list with its group and the place below it. */
interface Entry {
  readonly group: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
  readonly role: string;
}

function parsePrinted(out: string): readonly Entry[] {
  return out
    .trimEnd()
    .split('\n\n')
    .flatMap((section) => {
      const [group = '', , ...lines] = section.split('\n');
      const entries: Entry[] = [];
      let text: string[] = [];
      for (const line of lines) {
        const [, role = '', file = '', number = '0'] = /^ {6}(?:(.*), )?(\S+\.tsx?):(\d+)$/.exec(line) ?? [];
        if (file === '') text = [...text, line.trim()];
        else {
          entries.push({ group, text: text.join('\n'), file, line: Number(number), role });
          text = [];
        }
      }
      expect(text, `${group}: a sentence without a place`).toEqual([]);
      return entries;
    });
}

describe('npx matricula lab sentences', () => {
  let out = '';
  let entries: readonly Entry[] = [];
  beforeAll(async () => {
    ({ out } = await run());
    entries = parsePrinted(out);
  });

  const find = (text: string) => entries.filter((entry) => entry.text === text);

  it('groups sentences by where they appear', () => {
    expect([...new Set(entries.map(({ group }) => group))]).toEqual([
      'Form: About You',
      'Form: Academics',
      'Form: Final Steps',
      'Mails',
      'PDFs and other printed pages',
      "The partner's texts",
      'Messages about answers',
      'Responses to calls',
      'Account pages',
      'Form pages',
      'Files, receipt and PDF copy',
      'Every page: header, footer, dialogs, toasts, errors',
      'Other pages',
    ]);
  });

  it.each([
    ['Form: About You', 'Enter your name as it appears on official documents.', 'introduction'],
    ['Form: About You', 'What is your country of citizenship?', 'message when missing'],
    ['Form: About You', 'Refugee, asylee, DACA, undocumented or another status', 'option'],
    ['Form: Academics', 'The counselor email address you entered is invalid.', 'message when invalid'],
    ['Form: Academics', 'Upload a résumé', 'tab'],
    ['Mails', 'Your confirmation code is {code}', ''],
    ['PDFs and other printed pages', 'Document attached for {label}', ''],
    ['Messages about answers', 'You must be 13 years or older to apply.', ''],
    ['Responses to calls', 'You have been logged out.', ''],
    ['Form pages', 'Save and Continue', ''],
    ['Files, receipt and PDF copy', 'Are you sure you want to delete your file?', ''],
  ])('%s: %s', (group, text, role) => {
    expect(find(text)).toContainEqual(expect.objectContaining({ group, role }));
  });

  it('names the line where a text begins', () => {
    expect(out, 'a text of the form without its file').not.toMatch(/^ {6}[a-z ]+$/m);
    for (const { text, file, line } of entries.filter((entry) => !entry.text.includes('{'))) {
      const [word = ''] = text.match(/[\p{L}\d'’-]+/u) ?? [];
      const fromLine = readFileSync(join(root, file), 'utf8')
        .split('\n')
        .slice(line - 1);
      const statement = fromLine.slice(0, 5).join('\n');
      // A text of the form may begin with a value of a template, such as the name of the test.
      const isThere = statement.includes(word) || /[`}]\$\{|`\$\{/.test(statement);
      expect(isThere, `${file}:${line} ${text}`).toBe(true);
    }
  });

  it('finds the texts of a block in the file of its section, where others have the same text', () => {
    const middleOfForm = entries.filter(({ group }) => group === 'Form: About You');
    const afterAlumna = middleOfForm.slice(middleOfForm.findIndex(({ text }) => text === 'Alumna/us 1'));
    expect(afterAlumna.find(({ text }) => text === 'First Name')?.file).toBe(
      'shared/questions/about/legacy.ts',
    );
    expect(find('Mailing Country')[0]?.file).toBe('shared/questions/postal-address.ts');
    expect(find('School Country')[0]?.file).toBe('shared/questions/school-address.ts');
  });

  it('prints the texts of repeated blocks once', () => {
    expect(find('College 1')).toHaveLength(1);
    expect(find('College 2')).toHaveLength(0);
  });

  it('leaves out code, names of countries and messages for developers', () => {
    expect(out).not.toMatch(
      /Liechtenstein|state machine|WARNING- MISSING|data-look|attribute_exists|HttpOnly|<svg/,
    );
  });

  it('has one spelling of email and no word that readers stumbled over', () => {
    const stumbled = /e-mail|\bsomebody\b|\bgo on\b|nothing to do|at hand\b|not right or|perhaps/i;
    expect(entries.filter(({ text }) => stumbled.test(text))).toEqual([]);
  });

  it('prints the same each time', async () => {
    expect((await run()).out).toBe(out);
  });

  it('rejects a partner that does not exist', async () => {
    const { code, error } = await run('--partner', 'nowhere');
    expect(code).toBe(1);
    expect(error).toContain("No partner is called 'nowhere'. There are: northern-lakes");
  });
});

describe('the sentences of a source file', () => {
  const texts = (source: string, withLabels = true) =>
    sentencesIn('page.tsx', source, withLabels).map(({ line, text }) => `${line} ${text}`);

  it('are put together from an element, its links and the values in it', () => {
    const source = `
      const page = (
        <p className="two words">
          If you have one,{' '}
          <Link to="/log in">log in</Link> to continue. Write to {partner.helpEmail}.
        </p>
      );`;
    expect(texts(source)).toEqual(['4 If you have one, log in to continue. Write to {helpEmail}.']);
  });

  it('are found where an element consists of a link or begins with a value', () => {
    const source = `
      const page = (
        <>
          <p>
            <a href={url}>Open your PDF copy</a>
          </p>
          <p>{'Two words'}</p>
          <p>
            {name} wants everyone to apply. <em>Really.</em>
          </p>
        </>
      );`;
    expect(texts(source)).toEqual([
      '5 Open your PDF copy',
      '7 Two words',
      '9 {name} wants everyone to apply. Really.',
    ]);
  });

  it('include attributes, messages and templates, but neither keys nor what is compared', () => {
    const source = `
      const messages = { 'a key': 'Please try again.' };
      const title = (count: number) => \`\${count} of them left\`;
      const field = <Field label="Your name" id="two words" />;
      const same = answer === 'two words';
      throw new Error('for developers only');`;
    expect(texts(source)).toEqual(['2 Please try again.', '3 {count} of them left', '4 Your name']);
  });

  it('include labels of one word only where they are asked for', () => {
    expect(texts(`const label = 'Saved';`)).toEqual(['1 Saved']);
    expect(texts(`const label = 'Saved';`, false)).toEqual([]);
  });

  it('cannot be read from a file with a syntax error, which is named', () => {
    expect(() => sentencesIn('page.tsx', 'const =', true)).toThrow('page.tsx: ');
  });

  it('are found among all texts with the parts between their values', () => {
    expect(textsIn('a.ts', "import 'x';\nconst b = `Course $" + '{n}: Name`;')).toMatchObject([
      { line: 1, parts: ['x'] },
      { line: 2, parts: ['Course ', ': Name'] },
    ]);
  });
});
