import { expect, it } from 'vitest';
import type { RoleStatement } from '../../scripts/local-cloud/index.ts';
import { workInConsole } from './console-job.ts';
import { apply, arrive, downloadTwice, makeAccount, submitAgain } from './main-job.ts';
import {
  continueOnOtherDevice,
  deleteOwnAccount,
  eraseEverything,
  getReceiptLate,
  missUpload,
  readAsStaff,
} from './other-jobs.ts';
import { titleOf, withoutExceptions, withWatchedCloud } from './watched-cloud.ts';

// Least privilege, checked over HTTP: what applicants, visitors, staff and operators do needs every
// permission, and no other. What shows when one is missing:
// test/tools/permissions/missing-permissions.test.ts.

const { cloud, watch } = withWatchedCloud();

it('everything that people do succeeds, and needs every permission', async () => {
  const client = await makeAccount(cloud(), await watch());
  await apply(cloud(), client, await watch());
  await downloadTwice(cloud(), client, await watch());
  await readAsStaff(cloud(), client, await watch());
  await deleteOwnAccount(cloud(), await watch());
  await continueOnOtherDevice(cloud(), await watch());
  await submitAgain(cloud(), await watch());
  await arrive(cloud(), await watch());
  await workInConsole(cloud(), await watch());
  await eraseEverything(cloud(), await watch());
  await getReceiptLate(cloud(), watch);
  await missUpload(cloud());

  const placeOf = ({ roleName, index }: RoleStatement) => `${roleName} ${index}`;
  const needed = new Set(cloud().neededStatements().map(placeOf));
  const unused = withoutExceptions(cloud().statements()).filter((each) => !needed.has(placeOf(each)));
  expect(unused.map(titleOf)).toEqual([]);
}, 600_000);
