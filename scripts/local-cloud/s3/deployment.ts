import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import * as z from 'zod/mini';
import { type Assembly, flag, inertResource } from '../assembly/assembly.ts';
import { LocalCloudError } from '../error.ts';
import type { S3 } from './service.ts';

const schema = z.strictObject({
  SourceBucketNames: inertResource, // CDK's asset bucket; here the files are in the assembly
  SourceObjectKeys: z.array(z.string()),
  SourceMarkers: z.optional(z.array(z.record(z.string(), z.unknown()))),
  SourceMarkersConfig: inertResource,
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z.optional(z.string()),
  SystemMetadata: z.optional(z.record(z.string(), z.string())),
  UserMetadata: inertResource,
  Prune: z.optional(flag),
  Exclude: z.optional(z.array(z.string())),
  Include: z.optional(z.array(z.string())),
  ServiceToken: inertResource,
  ServiceTimeout: inertResource,
  WaitForDistributionInvalidation: inertResource, // the local cloud caches nothing
  DistributionId: inertResource,
  DistributionPaths: inertResource,
  OutputObjectKeys: inertResource,
  RetainOnDelete: inertResource,
  DestinationBucketArn: inertResource,
});

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain',
  '.pdf': 'application/pdf',
  '.webmanifest': 'application/manifest+json',
};

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => relative(folder, join(each.parentPath, each.name)).split(sep).join('/'));

/** For `aws s3 sync`, `*` and `?` match a slash and a leading dot too. */
const patternOf = (filter: string) =>
  new RegExp(
    `^${filter
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  );

/** True if a file is copied: it is not excluded, or it is included again. */
function chosen(file: string, exclude: readonly string[] = [], include: readonly string[] = []) {
  const fits = (filter: string) => patternOf(filter).test(file);
  return include.some(fits) || !exclude.some(fits);
}

function replaceMarkers(data: Buffer, markers: Readonly<Record<string, unknown>> | undefined) {
  const entries = Object.entries(markers ?? {}).filter(([marker]) => data.includes(marker));
  if (entries.length === 0) return data;
  return Buffer.from(
    entries.reduce((text, [marker, value]) => text.replaceAll(marker, () => String(value)), data.toString()),
  );
}

const headersOf = (file: string, metadata: Readonly<Record<string, string>> = {}) => ({
  'content-type': types[extname(file)] ?? 'application/octet-stream',
  ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name.toLowerCase(), value])),
});

/** Copies the files of every BucketDeployment to its bucket, as a deployment does. */
export function deployFiles(assembly: Assembly, s3: S3) {
  const deployed = new Map<string, Set<string>>();
  const pruned = new Set<string>();
  for (const { path, given } of assembly.of('Custom::CDKBucketDeployment', schema)) {
    const bucket = s3.bucket(given.DestinationBucketName);
    if (bucket === undefined)
      throw new LocalCloudError(
        `${path} deploys to the bucket ${given.DestinationBucketName}, which is not in the assembly.`,
      );
    const prefix =
      given.DestinationBucketKeyPrefix === undefined
        ? ''
        : `${given.DestinationBucketKeyPrefix.replace(/\/$/, '')}/`;
    const keys = deployed.get(given.DestinationBucketName) ?? new Set<string>();
    deployed.set(given.DestinationBucketName, keys);
    if (given.Prune !== false) pruned.add(given.DestinationBucketName);
    for (const [index, address] of given.SourceObjectKeys.entries()) {
      const folder = assembly.asset(address);
      if (folder === undefined)
        throw new LocalCloudError(`${path} deploys ${address}, which is not in the assembly.`);
      for (const file of filesIn(folder).filter((each) => chosen(each, given.Exclude, given.Include))) {
        const data = replaceMarkers(readFileSync(join(folder, file)), given.SourceMarkers?.[index]);
        bucket.put(`${prefix}${file}`, data, headersOf(file, given.SystemMetadata), false);
        keys.add(`${prefix}${file}`);
      }
    }
  }
  for (const name of pruned) {
    const bucket = s3.bucket(name);
    for (const { key } of bucket?.list() ?? []) if (!deployed.get(name)?.has(key)) bucket?.remove(key);
  }
}
