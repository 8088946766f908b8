import { describe, expect, it } from 'vitest';
import { apply, downloadTwice, makeAccount, submit } from './main-job.ts';
import { continueOnOtherDevice, loseSecondFactor, readAsStaff } from './other-jobs.ts';
import { allParts, partsByFile, withWatchedCloud } from './without-permission.ts';

const { cloud, watch } = withWatchedCloud();

describe('with every permission', () => {
  it('an applicant gets from signing up to submitting', async () => {
    const attempt = await watch();
    const client = await makeAccount(cloud(), attempt);
    await apply(cloud(), client, attempt);
    await downloadTwice(cloud(), client, attempt);
    await readAsStaff(cloud(), client, attempt);
    await loseSecondFactor(cloud(), attempt);
    await continueOnOtherDevice(cloud(), attempt);
    expect(await submit(client)).toMatchObject({ confirmation: expect.any(String) });
    attempt.refuseTrouble();
  });
});

it('every part of the job has its file of tests', () => {
  expect(Object.values(partsByFile).flat().sort()).toEqual([...allParts].sort());
});
