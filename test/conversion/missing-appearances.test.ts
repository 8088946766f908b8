import { expect, test } from 'vitest';
import { sanitizePdf } from '../../lambdas/conversion/sanitize-pdf.ts';
import { conversionErrorOf, cpuTimeOf } from '../support/conversion-error.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { difference, drawnPages, type Pixels } from '../support/pdf-rendering.ts';
import { type Add, rawPdf, stream } from '../support/raw-pdf.ts';

const undrawable =
  'This PDF has a form field or a note that we cannot copy. Print it to a PDF and upload that.';

/** A PDF of one page with annotations, in the syntax of PDF. */
const annotated = (make: (add: Add) => readonly string[], form = '') =>
  rawPdf((add) => {
    const font = add('<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>');
    const refs = make(add).map((annotation) => add(`<</Type /Annot ${annotation}>>`));
    const own = '/DA (/Helv 12 Tf 0 g)';
    return {
      catalog: `/AcroForm <</Fields [${refs.join(' ')}] ${own} /DR <</Font <</Helv ${font}>>>> ${form}>>`,
      page: `/MediaBox [0 0 300 200] /Annots [${refs.join(' ')}]`,
    };
  });

const box = '/Rect [20 100 220 130]';
/** UTF-16, as the strings of a PDF have it. */
const string = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
const field = (entries: string, rect = box) => `/Subtype /Widget /T (a) /F 4 ${rect} ${entries}`;
const textField = (value: string, entries = '') => field(`/FT /Tx /V ${string(value)} ${entries}`);

const textOf = async (bytes: Uint8Array) => (await readPdf((await sanitizePdf(bytes)).bytes)).text;
const linesOf = async (bytes: Uint8Array) => {
  const { pages } = await readPdf((await sanitizePdf(bytes)).bytes);
  const lines = new Map<number, string>();
  for (const { text, y } of pages[0]?.pieces ?? []) lines.set(y, (lines.get(y) ?? '') + text);
  return [...lines].toSorted(([y], [other]) => other - y).map(([, text]) => text.trim());
};

/** The color of a converted page at a point, from the lower left corner. */
const colorsOf = async (bytes: Uint8Array) => {
  const [page] = await drawnPages((await sanitizePdf(bytes)).bytes);
  return (x: number, y: number) => colorAt(page, x, y);
};
const colorAt = (page: Pixels | undefined, x: number, y: number) => {
  if (page === undefined) return undefined;
  const at = 4 * (Math.floor(page.height - y) * page.width + Math.floor(x));
  return [...page.data.subarray(at, at + 3)].map((level) => Math.round(level / 51)).join('');
};

const [white, black, red, blue] = ['555', '000', '500', '005'];

const drawn = (content: string) => (add: Add) =>
  add(
    stream('/Type /XObject /Subtype /Form /BBox [0 0 200 30] /Resources <</Font <</Helv 4 0 R>>>>', content),
  );

test.each(['', '/NeedAppearances true'])(
  'missing appearances: those that exist stay pixel by pixel, in a form with the entries "%s"',
  async (form) => {
    const withForm = (entries: string) =>
      annotated(
        (add) => [
          textField(
            'one\rtwo',
            `/Ff 4096 /AP <</N ${drawn('BT /Helv 8 Tf 9 20 Td (one) Tj 0 -9 Td (two) Tj ET')(add)}>>`,
          ),
          field(
            `/FT /Btn /V /1 /AS /1 /AP <</N <</1 ${drawn('1 0 0 rg 5 5 9 9 re f')(add)}>>>>`,
            '/Rect [20 20 220 50]',
          ),
        ],
        entries,
      );
    const { bytes } = await sanitizePdf(withForm(form));
    expect(difference(await drawnPages(withForm('')), await drawnPages(bytes))).toBe(0);
  },
);

test.each(['', '/NeedAppearances true'])(
  'missing appearances: the values of fields are drawn, in a form with the entries "%s"',
  async (form) => {
    const lines = await linesOf(
      annotated(
        () => [
          field(`/FT /Tx /V ${string('Łukasz Żółć 王小明 Пётр')}`, '/Rect [20 160 280 180]'),
          field(
            `/FT /Tx /Ff 4096 /V ${string('First line\rSecond line\nThird line, which is long enough to be broken into two lines')}`,
            '/Rect [20 70 220 150]',
          ),
          field('/FT /Ch /Ff 131072 /V (b) /Opt [[(a) (Alpha)] [(b) (Beta option)]]', '/Rect [20 40 220 60]'),
          field('/FT /Ch /V [(a) (c)] /Opt [[(a) (Alpha)] (b) (c)]', '/Rect [20 5 220 35]'),
        ],
        form,
      ),
    );
    expect(lines).toEqual([
      'Łukasz Żółć 王小明 Пётр',
      'First line',
      'Second line',
      'Third line, which is long enough to',
      'be broken into two lines',
      'Beta option',
      'Alpha',
      'c',
    ]);
  },
);

test('missing appearances: a field that a program filled in loses the appearance of an empty field', async () => {
  for (const empty of ['/Tx BMC EMC', 'q 1 g 0 0 200 30 re f Q /Tx BMC BT /Helv 12 Tf 2 9 Td () Tj ET EMC'])
    expect(await textOf(annotated((add) => [textField('Ada', `/AP <</N ${drawn(empty)(add)}>>`)]))).toBe(
      'Ada',
    );
});

test('missing appearances: text that is longer than its field is drawn smaller; unreadable text is rejected', async () => {
  const long = 'All of these words are in the converted document. '.repeat(2).trim();
  expect(await textOf(annotated(() => [textField(long)]))).toBe(long);
  expect(await textOf(annotated(() => [textField(long, '/DA (/Helv 0 Tf 0 g)')]))).toBe(long);
  for (const entries of ['', '/Ff 4096'])
    expect(
      await conversionErrorOf(() => sanitizePdf(annotated(() => [textField(long.repeat(20), entries)]))),
    ).toBe(undrawable);
  const unknown = () => sanitizePdf(annotated(() => [textField('\u{10400}')]));
  expect(await conversionErrorOf(unknown)).toBe(undrawable);
});

test('missing appearances: attributes come from parents, and each field of a group is drawn', async () => {
  const bytes = rawPdf((add) => {
    // The group and the fields refer to each other.
    const group = `<</T (g) /FT /Tx /DA (/Helv 9 Tf 1 0 0 rg) /V (shared) /Kids [5 0 R 6 0 R]>>`;
    const parent = add(group);
    const kids = [50, 100].map((y) =>
      add(`<</Type /Annot /Subtype /Widget /Parent ${parent} /Rect [20 ${y} 90 ${y + 20}] /F 4>>`),
    );
    return {
      catalog: `/AcroForm <</Fields [${parent}]>>`,
      page: `/MediaBox [0 0 300 200] /Annots [${kids.join(' ')}]`,
    };
  });
  expect(await linesOf(bytes)).toEqual(['shared', 'shared']);
});

test('missing appearances: checkboxes and radio buttons show their marks, also by a value alone', async () => {
  const button = (entries: string, x: number) =>
    field(`/FT /Btn /MK <</BC [1 0 0] /CA (n)>> ${entries}`, `/Rect [${x} 100 ${x + 20} 120]`);
  const at = await colorsOf(
    annotated((add) => [
      button('/V /Yes /AS /Yes', 20),
      button('/V /Yes', 60),
      button('/V /Off /AS /Off', 100),
      button('/Ff 32768 /V /2 /AS /2', 140),
      button('/Ff 32768 /V /2 /AS /Off', 180),
      button(`/V /On /AP <</N <</On ${drawn('0 0 200 30 re f')(add)}>>>>`, 220),
    ]),
  );
  expect([30, 70, 110, 150, 190, 230].map((x) => at(x, 110))).toEqual([
    black,
    black,
    white,
    black,
    white,
    black,
  ]);
  expect([20, 60, 100].map((x) => at(x, 110))).toEqual([red, red, red]);
  // A radio button is round.
  expect([at(140, 119), at(140, 110)]).toEqual([white, red]);
  const unclear = annotated(() => [button('/Ff 32768 /V /2', 20), button('/Ff 32768 /V /2', 60)]);
  expect(await conversionErrorOf(() => sanitizePdf(unclear))).toBe(undrawable);
});

test.each([
  ['Square', '/IC [0 0 1] /BS <</W 10>>', { '25,115': red, '120,115': blue }],
  ['Circle', '/IC [0 0 1] /BS <</W 10>>', { '22,128': white, '25,115': red, '120,115': blue }],
  ['Line', '/L [20 100 220 100] /BS <</W 10>>', { '100,100': red, '100,115': white }],
  ['PolyLine', '/Vertices [20 20 60 20 60 60] /BS <</W 8>>', { '40,20': red, '60,40': red, '30,50': white }],
  [
    'Polygon',
    '/Vertices [20 20 60 20 60 60 20 60] /IC [0 0 1] /BS <</W 8>>',
    { '20,40': red, '40,40': blue },
  ],
  [
    'Ink',
    '/InkList [[20 20 60 20] [20 60 60 60]] /BS <</W 8>>',
    { '40,20': red, '40,60': red, '40,40': white },
  ],
  ['Underline', '/QuadPoints [20 60 60 60 20 20 60 20] /BS <</W 8>>', { '40,20': red, '40,40': white }],
  ['StrikeOut', '/QuadPoints [20 60 60 60 20 20 60 20] /BS <</W 8>>', { '40,40': red, '40,20': white }],
  ['Highlight', '/QuadPoints [20 60 60 60 20 20 60 20]', { '40,40': red, '70,40': white }],
  ['Text', '/DA (1 0 0 rg) /BS <</W 8>>', { '120,103': red, '20,115': red }],
] as const)('missing appearances: an annotation of type %s is drawn', async (subtype, entries, expected) => {
  const at = await colorsOf(annotated(() => [`/Subtype /${subtype} ${box} /F 4 /C [1 0 0] ${entries}`]));
  const found = Object.keys(expected).map((point) => {
    const [x = 0, y = 0] = point.split(',').map(Number);
    return [point, at(x, y)];
  });
  expect(Object.fromEntries(found)).toEqual(expected);
});

test('missing appearances: typed notes are drawn, and those that are only formatted are rejected', async () => {
  const note = (entries: string) =>
    annotated(() => [`/Subtype /FreeText ${box} /F 4 /DA (/Helv 9 Tf 1 0 0 rg) ${entries}`]);
  expect(await linesOf(note(`/Contents ${string('Grüße\raus Łódź')}`))).toEqual(['Grüße', 'aus Łódź']);
  for (const bytes of [
    note('/RC (<p>Hello</p>)'),
    annotated(() => [`/Subtype /Stamp /Name /Approved ${box} /F 4`]),
  ])
    expect(await conversionErrorOf(() => sanitizePdf(bytes))).toBe(undrawable);
});

test.each([2, 32])(
  'missing appearances: what is invisible on a screen stays so (flags %i)',
  async (flags) => {
    const at = (entries: string) => `/F ${flags} ${box} ${entries}`;
    const invisible = annotated(() => [
      at('/Subtype /Widget /FT /Tx /T (a) /V (secret)'),
      at('/Subtype /Square /C [1 0 0]'),
      at('/Subtype /Stamp'),
    ]);
    const empty = annotated(() => []);
    expect(difference(await drawnPages(empty), await drawnPages((await sanitizePdf(invisible)).bytes))).toBe(
      0,
    );
  },
);

test('missing appearances: links, pop-ups, signatures without a picture, empty and tiny fields show nothing', async () => {
  const bytes = annotated(() => [
    `/Subtype /Link ${box} /Border [0 0 1]`,
    `/Subtype /Popup ${box} /Contents (secret)`,
    field('/FT /Sig /V <</Type /Sig /Contents <00>>>'),
    field('/FT /Tx /V ( )'),
    field('/FT /Tx /V (secret)', '/Rect [20 20 20 20]'),
    field('/FT /Tx /V (secret)', '/Rect [(a) 20]'),
  ]);
  expect(
    difference(await drawnPages(annotated(() => [])), await drawnPages((await sanitizePdf(bytes)).bytes)),
  ).toBe(0);
});

test('missing appearances: the characters of a password are not shown', async () => {
  expect(await textOf(annotated(() => [textField('secret', '/Ff 8192')]))).toBe('******');
});

test('missing appearances: the layer of an annotation hides its drawing', async () => {
  const inLayer = (isShown: boolean) =>
    rawPdf((add) => {
      const layer = add('<</Type /OCG /Name (Layer)>>');
      return {
        catalog: `/OCProperties <</OCGs [${layer}] /D <<${isShown ? '' : `/OFF [${layer}]`}>>>>`,
        page: `/MediaBox [0 0 300 200] /Annots [${add(`<</Type /Annot /Subtype /Square ${box} /IC [1 0 0] /F 4 /OC ${layer}>>`)}]`,
      };
    });
  expect((await colorsOf(inLayer(true)))(100, 115)).toBe(red);
  expect((await colorsOf(inLayer(false)))(100, 115)).toBe(white);
});

test.each([
  ['operators of a page', '(/Helv 12 Tf 0 g) Tj ET Q /X Do', 'Ada'],
  ['a huge size', '(/Helv 99999999999 Tf 0 g)', 'Ada'],
  ['thousands of numbers', `(${'1 '.repeat(50_000)})`, 'Ada'],
])('missing appearances: a default appearance with %s is harmless', async (_, appearance, text) => {
  expect(
    await textOf(annotated(() => [textField('Ada', `/DA ${appearance.replace(/^(\(.*\)).+/, '$1')}`)])),
  ).toBe(text);
});

test('missing appearances: fields that are their own parents, and coordinates out of range, are harmless', async () => {
  const loop = rawPdf((add) => {
    const widget = add('<</Type /Annot /Subtype /Widget /Parent 4 0 R /Rect [20 20 90 50] /F 4>>');
    return { page: `/MediaBox [0 0 300 200] /Annots [${widget}]` };
  });
  expect(await textOf(loop)).toBe('');
  const far = annotated(() => [
    `/Subtype /Line /L [0 0 99999999999999 5] ${box} /F 4`,
    `/Subtype /Ink /InkList [[1] [] 5 (a)] ${box} /F 4`,
    `/Subtype /Square /Rect [-9999999999 0 9999999998 99999999] /F 4`,
    textField('Ada', '/MaxLen -1 /Ff 16777216'),
  ]);
  expect(await textOf(far)).toContain('A');
});

test('missing appearances: work is bounded', async () => {
  const fields = (count: number, entries: (index: number) => string) =>
    annotated(() => Array.from({ length: count }, (_, index) => field(`/FT /Tx ${entries(index)}`)));
  const empty = await cpuTimeOf(async () =>
    expect(await conversionErrorOf(() => sanitizePdf(fields(10_000, () => '')))).toBe('converted'),
  );
  const filled = await cpuTimeOf(async () =>
    expect(await conversionErrorOf(() => sanitizePdf(fields(10_000, (index) => `/V (Value ${index})`)))).toBe(
      undrawable,
    ),
  );
  const long = await cpuTimeOf(async () =>
    expect(
      await conversionErrorOf(() =>
        sanitizePdf(fields(1_000, (index) => `/Ff 4096 /V (${`${index} word `.repeat(100)})`)),
      ),
    ).toBe(undrawable),
  );
  for (const time of [empty, filled, long]) expect(time).toBeLessThan(10_000);
});
