import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import type { Settings } from '../../shared/partners/settings.ts';
import { interceptTable, startSmallStore } from '../support/small-store.ts';

// The settings that functions use. The test sets the clock.

const store = await startSmallStore();
const { currentPartner, publishedPartner } = await import('../../lambdas/table/settings.ts');
const { putVersion } = await import('../../lambdas/staff/settings-calls.ts');
const { partnerOfFile } = await import('../../lambdas/runtime/partner.ts');

const dana = {
  ...{ subject: 'dana', name: 'Dana Director', roles: ['director'] as const, session: 'hash' },
  operator: { by: 'Dana Director (dana)', request: 'request' },
};
const publish = (base: number, settings: Settings) =>
  putVersion({ base, settings, note: 'Snowstorm', restored: undefined, changed: [] }, dana);
/** Fails every reading of the table. */
const breakReads = () =>
  interceptTable((command, send) =>
    command instanceof GetCommand ? Promise.reject(new Error('The table is down.')) : send(),
  );
const seconds = (count: number) => store.pass(count * 1000);

describe('the settings of a function', () => {
  it('are required before the first use: the file may be outdated', async () => {
    const restore = breakReads();
    await expect(currentPartner()).rejects.toThrow('The table is down.');
    restore();
    expect(await publishedPartner()).toEqual({ version: 0, partner: partnerOfFile() });
  });

  it('follow a publication within 15 seconds', async () => {
    await publish(0, { help: ['Call us.'], dateBanner: null });
    seconds(14);
    expect((await publishedPartner()).version).toBe(0);
    seconds(1);
    const { version, partner } = await publishedPartner();
    const { dateBanner: _, ...file } = partnerOfFile();
    expect({ version, partner }).toEqual({ version: 1, partner: { ...file, help: ['Call us.'] } });
  });

  it('stay the last known ones while the table is down, which is logged', async () => {
    await publish(1, { help: ['Write to us.'] });
    seconds(15);
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const restore = breakReads();
    expect(await currentPartner()).toMatchObject({ help: ['Call us.'] });
    expect(errors).toHaveBeenCalledWith(
      expect.objectContaining({
        ...{ level: 'error', event: 'settings.failed' },
        error: expect.objectContaining({ message: 'The table is down.' }),
      }),
    );
    restore();
    errors.mockRestore();
    expect(await currentPartner()).toMatchObject({ help: ['Write to us.'] });
  });

  it('are published on one version once', async () => {
    expect(await publish(1, { help: ['Late.'] })).toBe(false);
    expect(await publish(2, { help: ['In time.'] })).toBe(true);
  });
});
