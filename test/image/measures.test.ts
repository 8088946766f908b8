import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sayDuration } from '../../scripts/command-line/progress.ts';
import { withCloud } from '../support/cloud.ts';
import { docx, paragraph } from '../support/samples.ts';
import { officeFunction, startEnvironment, uploadedDocument } from './support/office-function.ts';
import { image } from './support/with-office-function.ts';

const cloud = withCloud();

/** Megabytes of all files in a folder. Each counts once, however many links lead to it. */
const megabytesOf = (folder: string) => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const sizes = new Map(
    files
      .map(({ parentPath, name }) => lstatSync(join(parentPath, name)))
      .map(({ ino, size }) => [ino, size]),
  );
  return [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1e6;
};

const page = paragraph('I have played the cello since I was six. '.repeat(60));
const essay = docx({ body: Array(5).fill(page).join('<w:p><w:r><w:br w:type="page"/></w:r></w:p>') });

test('office image: measured from a start to the third document', async () => {
  const job = await uploadedDocument(cloud(), essay);
  const began = performance.now();
  await using environment = await startEnvironment(cloud(), image);
  const first = await environment.call(job);
  const cold = performance.now() - began;
  await environment.call(job);
  const warm = performance.now() - began - cold;
  await environment.call(job);
  expect(first).toMatchObject({ pages: 5 });
  const { MemorySize } = officeFunction();
  const peak = environment.peakMemory();
  expect(peak).toBeGreaterThan(50); // it was measured
  expect(peak).toBeLessThan(MemorySize);
  const size = megabytesOf(join(image, 'files'));
  expect(size).toBeLessThan(1000);
  report([
    `Measured on ${arch()}:`,
    `  image                ${Math.round(size)} MB, uncompressed`,
    `  first Word document  ${sayDuration(cold)} from the start of the container, 5 pages`,
    `  the next             ${sayDuration(warm)}`,
    `  most memory          ${Math.round(peak)} of ${MemorySize} MB`,
    ...(environment.memoryIsLimited ? [] : ['  Memory was only watched: this process may make no cgroup.']),
  ]);
});

/** `npm test -- image` prints it last. */
function report(lines: readonly string[]) {
  const file = process.env.OFFICE_MEASURES ?? '';
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.join('\n'));
}
