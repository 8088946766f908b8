import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { zipBytes } from '../../../shared/archive/zip-bytes.ts';
import { unzipped } from '../../support/unzipped.ts';

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const made = new Date('2026-11-26T12:00:00Z');

it('a ZIP file has its files byte by byte, with names in every script', async () => {
  const files = new Map([
    ['Nguyễn Thị Ánh 1.pdf', Buffer.from('one')],
    ['山田 太郎 2.pdf', Buffer.alloc(3_000_000, 'x')],
    ['empty.pdf', Buffer.alloc(0)],
  ]);
  async function* entries() {
    for (const [name, bytes] of files) yield { name, bytes };
  }
  const found = unzipped(await whole(zipBytes(entries(), made)));
  expect(found).toEqual(files);
});

it('a ZIP file is written without holding the files that it has', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const files: WeakRef<Uint8Array>[] = [];
  async function* entries() {
    for (let number = 0; number < 40; number += 1) {
      const bytes = Buffer.alloc(100_000);
      files.push(new WeakRef(bytes));
      yield { name: `${number}.pdf`, bytes };
    }
    await setImmediate();
    collectGarbage();
    expect(files.filter((file) => file.deref() !== undefined).length).toBeLessThan(5);
  }
  let size = 0;
  for await (const chunk of zipBytes(entries(), made)) size += chunk.length;
  expect(size).toBeGreaterThan(4_000_000);
});

it('a ZIP file of many small files is written in the memory of a few', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const [count, size] = [3_000, 20_000];
  let [before, after] = [0, 0];
  async function* entries() {
    for (let number = 0; number < count; number += 1) {
      if (number % 100 === 0) {
        await setImmediate();
        collectGarbage();
        after = process.memoryUsage().arrayBuffers;
        if (number === 100) before = after;
      }
      yield { name: `${number}.pdf`, bytes: Buffer.alloc(size) };
    }
  }
  let written = 0;
  for await (const chunk of zipBytes(entries(), made)) written += chunk.length;
  expect(written).toBeGreaterThan(count * size);
  expect(after - before).toBeLessThan(10_000_000);
});

it('a ZIP file that fails in the middle ends with the error', async () => {
  async function* entries() {
    yield { name: 'first.pdf', bytes: Buffer.from('one') };
    throw new Error('out of order');
  }
  await expect(whole(zipBytes(entries(), made))).rejects.toThrow('out of order');
});
