import { join } from 'node:path';

// Measures one kind of document with the modules that documents.ts has bundled. It is bundled too, because
// Node's type stripper would take 18 MB.

type Module = Readonly<
  Record<string, (...args: unknown[]) => Promise<Uint8Array> & Promise<{ bytes: Uint8Array }>>
>;
const [root = '', what = ''] = process.argv.slice(2);
const part = (path: string): Promise<Module> => import(join(root, path));

const runs = 15;
const first = [
  'Nguyễn Thị Ánh',
  'Zoë O’Brien',
  'Łukasz Žižka',
  'What I did in the summer of my third year, and why.',
];
const scripts = [
  ...first,
  '王小明',
  'محمد علي',
  'דוד לוי',
  'देवनागरी',
  'สมชาย',
  '김민준',
  '山田',
  'Ἑλένη',
  'Ірина',
  'তানিয়া',
  'தமிழ்',
];

/** An application of six pages or slightly more, the size that comparable products were measured with. */
const copyOf = (texts: readonly string[]) => ({
  title: 'First-year application',
  partner: 'Northern Lakes University',
  applicant: texts[0],
  facts: [{ label: 'Name', text: texts[0] }],
  documents: [],
  madeAt: new Date(),
  pages: ['About You', 'Academics', 'Final Steps'].map((label) => ({
    path: '/',
    label,
    lines: Array.from({ length: 34 }, (_, index) => ({
      ...{ kind: 'answer', key: `${index}`, label: `Question ${index}`, text: texts[index % texts.length] },
      ...{ answered: true, column: false },
    })),
  })),
});

type Work = () => Promise<unknown>;

/** Each function prepares its input before the measurement, and returns the work to measure. */
const works: Readonly<Record<string, () => Promise<Work>>> = {
  pdf: async () => {
    const bytes = await (await part('test/support/samples.ts')).pdf?.({ texts: ['Grades'] });
    return async () => (await part('.cache/bench/conversion/sanitize-pdf/index.mjs')).sanitizePdf?.(bytes);
  },
  image: async () => {
    const size = { width: 2400, height: 1800 };
    const bytes = await (await part('test/support/samples.ts')).picture?.('jpeg', size);
    return async () => (await part('.cache/bench/conversion/image-pdf/index.mjs')).imagePdf?.(bytes);
  },
  docx: async () => {
    const bytes = (await part('test/support/samples.ts')).docx?.();
    return async () => (await part('.cache/bench/conversion/docx-pdf/index.mjs')).docxPdf?.(bytes);
  },
  copy: async () => async () =>
    (await part('.cache/bench/pdf/draw-application-pdf/index.mjs')).drawApplicationPdf?.(copyOf(first)),
  'copy with four documents': async () => {
    const document = await (await part('test/support/samples.ts')).pdf?.({ texts: ['One', 'Two'] });
    const documents = Array.from({ length: 4 }, () => document);
    return async () => {
      const { drawApplicationPdf } = await part('.cache/bench/pdf/draw-application-pdf/index.mjs');
      const { appendPdfs } = await part('.cache/bench/pdf/append-pdfs/index.mjs');
      return appendPdfs?.(() => drawApplicationPdf?.(copyOf(first)), documents);
    };
  },
  'copy in fifteen scripts': async () => async () =>
    (await part('.cache/bench/pdf/draw-application-pdf/index.mjs')).drawApplicationPdf?.(copyOf(scripts)),
};

const timed = async (work: Work) => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const work = await works[what]?.();
if (!work) throw new Error(`There is nothing called ${what} to measure`);
const cold = await timed(work);
const times: number[] = [];
for (let index = 0; index < (what === 'docx' ? 3 : runs); index += 1) times.push(await timed(work));
const median = times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;
const megabytes = Math.round(process.memoryUsage().rss / 1e6);
process.stdout.write(JSON.stringify({ cold: Math.round(cold), warm: Math.round(median), megabytes }));
