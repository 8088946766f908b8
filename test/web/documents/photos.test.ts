import { describe, expect, test } from 'vitest';
import { overheadOf, photosPdf } from '../../../web/documents/photos/photos-pdf.ts';
import { photosFileName } from '../../../web/documents/photos/use-photos.ts';
import { readPdf } from '../../support/pdf-reading.ts';

const jpeg = new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xd9])]);

describe('the PDF of photos', () => {
  test('has a page of US Letter width for each picture, with the ratio of the picture', async () => {
    const file = photosPdf('Transcript (unofficial)', [
      { jpeg, width: 600, height: 800 },
      { jpeg, width: 800, height: 600 },
    ]);
    expect(file.size - 2 * jpeg.size).toBeLessThan(overheadOf(2));
    const { pages: read } = await readPdf(new Uint8Array(await file.arrayBuffer()));
    expect(read.map(({ width, height }) => [width, height])).toEqual([
      [612, 816],
      [612, 459],
    ]);
  });

  test.each([
    ['Unofficial transcript', 'Unofficial transcript.pdf'],
    ['Résumé of activities', 'Résumé of activities.pdf'],
    ['Documents about the suspension or expulsion', 'Documents about the.pdf'],
    ['A/B\nC', 'A-B-C.pdf'],
    ['Supercalifragilisticexpialidocious', 'Supercalifragilisticexpialid.pdf'],
  ])('of the question %j has the name %j', (label, name) => {
    expect(photosFileName(label)).toBe(name);
    expect(name.length).toBeLessThanOrEqual(32);
  });
});
