import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { setState, stateOf, usualFolder, withPushes } from '../support/pushes.ts';
import { submitted } from '../support/submitted.ts';

const running = withPushes({ delivery: { seed: 37 } });
const everyMinute = new Date('2027-01-15T10:06:00Z');

it('packages arrive once each, also if events come twice and out of order and the server is away for a while', async () => {
  const { cloud, sftp } = running();
  const moves: string[] = [];
  cloud.injectFault({
    matches: ({ headers, body }) => {
      if (headers['x-amz-target'] === 'TransferService.StartRemoteMove') moves.push(body.toString());
      return false;
    },
    effect: 'held',
  });
  const before = await Promise.all([submitted(cloud), submitted(cloud)]);
  const restart = await sftp.stop();
  const during = await submitted(cloud);
  await cloud.quiet();
  await restart();
  const all = [...before, during].map(({ confirmation }) => `sis-${confirmation}.zip`);
  await eventually(async () => {
    await setState(cloud, 'sis', 'next_at', 0);
    await Promise.all([cloud.runSchedules(everyMinute), cloud.runSchedules(everyMinute)]);
    await cloud.quiet();
    expect(readdirSync(join(sftp.root, usualFolder)).sort()).toEqual([...all].sort());
    expect((await stateOf(cloud, 'sis')).batch).toBeUndefined();
  });
  for (const name of all) expect(moves.filter((body) => body.includes(name)).length).toBeGreaterThan(0);
});
