import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { holdFolder, withLock } from '../lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const failIfWaiting = () => expect.unreachable();
const newFile = () => join(mkdtempSync(join(folder, 'one-')), 'building');

/** A process that works under a lock, and the file that it logs to. */
function startChild(lock: string, ms: number, notes = `${lock}.notes`) {
  const child = join(import.meta.dirname, 'lock-child.ts');
  return spawn(process.execPath, [child, lock, notes, String(ms)], { stdio: 'inherit' });
}

const notesOf = (lock: string) => readFileSync(`${lock}.notes`, 'utf8').trim().split('\n');
const noted = (lock: string, what: RegExp) =>
  eventually(() => expect(notesOf(lock).join('\n')).toMatch(what));

describe('the build lock', () => {
  it('lets one process work at a time, in any order', async () => {
    const lock = newFile();
    const children = [0, 1, 2, 3, 4].map(() => startChild(lock, 60));
    await Promise.all(children.map((child) => once(child, 'close')));
    const order = notesOf(lock).filter((line) => !line.startsWith('waits'));
    expect(order).toEqual(Array.from({ length: 5 }, () => ['begins', 'ends']).flat());
    expect(existsSync(lock)).toBe(false);
  });

  it('is released when its process is killed', async () => {
    const lock = newFile();
    const killed = startChild(lock, 60_000);
    await noted(lock, /begins/);
    const next = startChild(lock, 0);
    await noted(lock, /waits/);
    killed.kill('SIGKILL');
    await once(next, 'close');
    expect(notesOf(lock)).toEqual(['begins', `waits for ${killed.pid}`, 'begins', 'ends']);
  });

  it('is taken over from an earlier process with the same id, as happens in containers', async () => {
    const file = newFile();
    writeFileSync(file, String(process.pid));
    expect(await withLock(file, async () => 'done', failIfWaiting)).toBe('done');
  });
});

it('a data folder is locked by one process until it is released', () => {
  const held = mkdtempSync(join(folder, 'data-'));
  const release = holdFolder(held);
  expect(() => holdFolder(held)).toThrow(`is in use by process ${process.pid}`);
  release();
  expect(holdFolder(held)).toBeTypeOf('function');
});
