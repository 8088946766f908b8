import { expect, test } from 'vitest';
import { sanitizePdf } from '../../lambdas/conversion/sanitize-pdf.ts';
import { appendPdfs, drawApplicationPdf } from '../../lambdas/pdf/draw-application-pdf.ts';
import { conversionErrorOf } from '../support/conversion-error.ts';
import { featuresPdf } from '../support/drawn-features.ts';
import { difference, drawnPages } from '../support/pdf-rendering.ts';
import { plantEverywhere, plantedKeys, plantsIn } from '../support/planted-pdf.ts';
import { rawPdf, stream } from '../support/raw-pdf.ts';

// Files, scripts and private data hide under keys of any object of a PDF, not only of its catalog and pages.

const original = featuresPdf();
const planted = await plantEverywhere(original);
const { bytes: converted } = await sanitizePdf(planted);

test('planted files: the document of these tests has one under every key of every object', async () => {
  const found = await plantsIn(planted);
  for (const key of plantedKeys)
    expect(found.filter((path) => path.endsWith(`/${key}`)).length, key).toBeGreaterThan(50);
});

test('planted files: no object of a converted document has one', async () => {
  expect(await plantsIn(converted)).toEqual([]);
  expect(difference(await drawnPages(original), await drawnPages(converted))).toBe(0);
});

test('planted files: no object of the application PDF that staff get has one', async () => {
  const application = await drawApplicationPdf({
    ...{ title: 'Application', partner: 'A school', applicant: 'Ada Lindgren', confirmation: undefined },
    ...{ facts: [], pages: [], documents: [], madeAt: new Date('2026-11-21T12:00:00Z'), timeZone: 'UTC' },
  });
  const whole = await appendPdfs(async () => application, [converted]);
  expect(whole.length).toBeGreaterThan(application.length);
  // The application itself has tags, an outline and metadata.
  expect((await plantsIn(whole)).toSorted()).toEqual((await plantsIn(application)).toSorted());
  expect((await drawnPages(whole)).length).toBe(2);
});

test('planted files: what is drawn by PostScript or from another file becomes empty', async () => {
  const bytes = rawPdf((add) => {
    const script = add(stream('/Type /XObject /Subtype /PS', '(PLANTED) print'));
    const second = add(stream('/Type /XObject /Subtype /Form /Subtype2 /PS /BBox [0 0 9 9]', '0 0 9 9 re f'));
    const odd = add(stream('/Type /XObject /Subtype /Program', 'PLANTED'));
    return {
      page: `/MediaBox [0 0 9 9] /Resources <</XObject <</X0 ${script} /X1 ${second} /X2 ${odd} /X3 ${add('<</PLANTED (PLANTED)>>')}>>>> /Contents ${add(stream('', '/X0 Do /X1 Do /X2 Do /X3 Do'))}`,
    };
  });
  const { bytes: clean } = await sanitizePdf(bytes);
  expect(await plantsIn(clean)).toEqual([]);
  expect((await drawnPages(clean))[0]?.data.subarray(0, 3)).toEqual(Uint8ClampedArray.of(0, 0, 0));
});

const external = (make: (planted: string) => readonly [resources: string, contents: string]) =>
  rawPdf((add) => {
    const [resources, contents] = make(
      add(
        stream(
          '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /F (file:///etc/passwd) /FFilter /FlateDecode',
          '0 0 9 9 re f',
        ),
      ),
    );
    return {
      page: `/MediaBox [0 0 9 9] /Resources <<${resources}>> /Contents ${contents || add(stream('', ''))}`,
    };
  });

test.each([
  ['content', external((planted) => ['', planted])],
  ['one of several contents', external((planted) => ['', `[${planted}]`])],
  ['drawing', external((planted) => [`/XObject <</X0 ${planted}>>`, ''])],
])('planted files: rejects a PDF whose %s is in another file', async (_, bytes) => {
  expect(await conversionErrorOf(() => sanitizePdf(bytes))).toBe(
    'We could not read this file. Please save it again and upload it.',
  );
});

test('planted files: objects that refer to each other without end are copied once', async () => {
  const bytes = rawPdf((add) => {
    const chain = Array.from({ length: 3_000 }).reduce<string>(
      (next) => add(`<</Resources <</Pattern <</P0 ${next}>>>> /PatternType 2>>`),
      '3 0 R',
    );
    const doubled = Array.from({ length: 60 }).reduce<string>((next) => add(`[${next} ${next}]`), '[1]');
    return {
      page: `/MediaBox [0 0 9 9] /Resources <</Pattern <</P0 ${chain}>> /ProcSet ${doubled} /ColorSpace <</C0 ${add('[/Separation /A 2 0 R 2 0 R]')}>>>> /Contents ${add(stream('', ''))}`,
    };
  });
  expect((await sanitizePdf(bytes)).bytes.length).toBeLessThan(1_000_000);
});
