import { expect, it } from 'vitest';
import { inOrder } from '../../../shared/rules/in-order.ts';

it('work in order runs some items at the same time, and returns the results in the order of the items', async () => {
  let [running, most] = [0, 0];
  const found: number[] = [];
  const results = inOrder([30, 1, 20, 1, 10], 3, async (milliseconds) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    running -= 1;
    return milliseconds;
  });
  for await (const each of results) found.push(each);
  expect(found).toEqual([30, 1, 20, 1, 10]);
  expect(most).toBe(3);
});

it('work in order stops with the first error, and waits for what it has begun', async () => {
  const ended: number[] = [];
  const results = inOrder([1, 2, 3, 4], 2, async (item, signal) => {
    if (item === 1) throw new Error('out of order');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended.push(item);
  });
  await expect(results.next()).rejects.toThrow('out of order');
  expect(ended).toEqual([2]);
});

it('work in order begins nothing more after its caller has stopped', async () => {
  const begun: number[] = [];
  for await (const item of inOrder([1, 2, 3, 4, 5], 2, async (each) => begun.push(each))) {
    expect(item).toBe(1);
    break;
  }
  expect(begun).toEqual([1, 2]);
});
