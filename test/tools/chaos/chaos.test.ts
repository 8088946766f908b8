import { expect, it } from 'vitest';
import { runChaos } from '../../../scripts/lab/chaos/run.ts';

it('npx matricula lab chaos: after kill -9 no acknowledged change is missing', async () => {
  const said: string[] = [];
  // A full disk would make conversions wait for their deadline of minutes.
  const report = await runChaos({
    ...{ kills: 1, applicants: 2, seed: 5, fillsDisk: false },
    say: (text) => said.push(text),
  });
  expect(report.problems).toEqual([]);
  expect(report).toMatchObject({ kills: 1, seed: 5 });
  expect(report.acknowledged).toBeGreaterThan(0);
  expect(said.at(-1)).toContain('1 of 1 kills');
});
