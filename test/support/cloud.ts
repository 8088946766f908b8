import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type LocalIdentityProvider, startIdentityProvider } from '../../scripts/dev/identity-provider.ts';
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from '../../scripts/local-cloud/index.ts';
import { assembly } from './assembly.ts';
import { quickCloud } from './quick-cloud.ts';

type CloudOptions = Pick<LocalCloudOptions, 'log' | 'delivery' | 'programs' | 'quotas' | 'now' | 'variables'>;

interface Product {
  readonly cloud: LocalCloud;
  readonly provider: LocalIdentityProvider;
  close(): Promise<void>;
}

/** Starts the product with an identity provider, as `npm start` does, on a free port with empty data. */
async function startProduct(options: CloudOptions): Promise<Product> {
  const data = mkdtempSync(join(tmpdir(), 'matricula-'));
  const provider = await startIdentityProvider();
  const variables = { ...quickCloud.variables, STAFF_ISSUER: provider.issuer, ...options.variables };
  const programs = { SOFFICE: 'soffice' };
  const settings = { ...quickCloud, assembly, data, port: 0, reset: true, programs };
  const quotas = { eventRetrySeconds: [0, 0], ...options.quotas };
  const cloud = await startLocalCloud({ ...settings, ...options, quotas, variables });
  await provider.register(cloud);
  const close = async () => {
    await cloud.close();
    await provider.close();
    rmSync(data, { recursive: true, force: true });
  };
  return { cloud, provider, close };
}

/** The product that the files of this process share. The process ends with it. */
let shared: Promise<Product> | undefined;

function sharedProduct(): Promise<Product> {
  shared ??= startProduct({ log: () => undefined });
  return shared;
}

/**
 * Options of a file that delivers no submitted application before its schedule runs: tests of other subjects
 * need no package and no PDF of it, which take half of the time of a submission.
 */
export const withoutDeliveries = { isDelivering: false } as const;

interface Options extends CloudOptions {
  readonly isDelivering?: boolean;
  /** Gives the file a cloud of empty data: its tests list or count what is stored. */
  readonly isEmpty?: boolean;
}

/**
 * The product for the tests of one file. Files without options of the cloud share one in each process, and so
 * see the accounts and mails of other files.
 */
export function withStaffCloud({ isDelivering = true, isEmpty = false, ...options }: Options = {}) {
  let product: Product | undefined;
  let restore: (() => void) | undefined;
  const isOwn = isEmpty || Object.keys(options).length > 0;
  beforeAll(async () => {
    product = await (isOwn ? startProduct(options) : sharedProduct());
    if (!isDelivering)
      restore = product.cloud.injectFault({
        matches: ({ url }) => /^\/2015-03-31\/functions\/.*Outbox/.test(url.pathname),
        effect: { errorName: 'ServiceException' },
      });
  });
  afterAll(async () => {
    restore?.();
    await (isOwn ? product?.close() : product?.cloud.quiet());
  });
  const started = () => {
    if (product === undefined) throw new Error('The cloud has not started.');
    return product;
  };
  return { cloud: () => started().cloud, provider: () => started().provider };
}

/** The product for tests that need no identity provider. */
export const withCloud = (options: Options = {}): (() => LocalCloud) => withStaffCloud(options).cloud;
