import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { archivesOf } from '../../../shared/archive/archives.ts';
import { archiveLayout, type PackagePdf } from '../../../shared/archive/layouts.ts';
import { unzipped } from '../../support/unzipped.ts';

const pdfOf = (number: number): PackagePdf => ({
  confirmation: `NLU-${number}`,
  applicant: `id-${number}`,
  key: 'application',
});

interface Written {
  readonly sizes: readonly number[];
  readonly names: readonly (readonly string[])[];
  readonly missing: readonly string[];
}

async function write(sizes: readonly (number | undefined)[], maxBytes: number): Promise<Written> {
  const written = { sizes: [] as number[], names: [] as string[][], missing: [] as string[] };
  const archives = archivesOf(
    sizes.map((_, number) => pdfOf(number)),
    {
      layout: archiveLayout('slate'),
      read: async ({ confirmation }) => {
        const size = sizes[Number(confirmation.slice(4))];
        return size === undefined ? undefined : Buffer.alloc(size);
      },
      onMissing: ({ confirmation }) => written.missing.push(confirmation),
      ...{ maxBytes, modified: new Date('2026-11-26T12:00:00Z') },
    },
  );
  for await (const { chunks } of archives) {
    const bytes = await buffer(chunks);
    written.sizes.push(bytes.length);
    written.names.push([...unzipped(bytes).keys()]);
  }
  return written;
}

it('no archive is larger than its limit, and every PDF is in one of them, in order', async () => {
  const sizes = Array.from({ length: 300 }, (_, number) => (number * 7919) % 4_000);
  const { sizes: bytes, names } = await write(sizes, 20_000);
  expect(Math.max(...bytes)).toBeLessThanOrEqual(20_000);
  expect(names.flat().filter((name) => name !== 'index.txt')).toEqual(
    sizes.map((_, number) => `NLU-${number}-application.pdf`),
  );
  expect(names.every((each) => each.at(-1) === 'index.txt')).toBe(true);
});

it('a PDF that is larger than the limit gets its own archive', async () => {
  const { names } = await write([10, 50_000, 10], 20_000);
  expect(names.map((each) => each[0])).toEqual([
    'NLU-0-application.pdf',
    'NLU-1-application.pdf',
    'NLU-2-application.pdf',
  ]);
});

it('missing PDFs are reported in order, and without any PDF there is no archive', async () => {
  expect(await write([undefined, 10, undefined], 20_000)).toMatchObject({
    names: [['NLU-1-application.pdf', 'index.txt']],
    missing: ['NLU-0', 'NLU-2'],
  });
  expect(await write([undefined, undefined], 20_000)).toMatchObject({
    names: [],
    missing: ['NLU-0', 'NLU-1'],
  });
});

it('the index for Slate has the titles and types that the partner sets', async () => {
  const { index } = archiveLayout('slate', {
    documents: {
      columns: { applicationReference: 'Application GUID', file: 'PDF' },
      types: { transcript_document: 'Self-reported transcript' },
    },
  });
  expect(index?.head).toBe('"Application GUID"\t"ref"\t"type"\t"PDF"\r\n');
  const pdf = { confirmation: 'NLU-1', applicant: 'id-1', key: 'transcript_document' };
  expect(index?.lineOf(pdf)).toBe(
    '"NLU-1"\t"id-1"\t"Self-reported transcript"\t"NLU-1-transcript_document.pdf"\r\n',
  );
  expect(index?.lineOf({ ...pdf, key: 'new_document' })).toContain('"new_document"');
});
