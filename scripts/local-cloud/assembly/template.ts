import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalCloudError } from '../error.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** One resource of a template, with unresolved intrinsic functions. */
export interface Resource {
  readonly Type: string;
  readonly Properties?: JsonObject;
  readonly Metadata?: JsonObject;
  readonly Condition?: string;
  readonly DependsOn?: Json;
}

interface Template {
  readonly Resources?: Record<string, Resource>;
  readonly Outputs?: Record<string, { readonly Value: Json; readonly Export?: { readonly Name: Json } }>;
  readonly Conditions?: Record<string, Json>;
  readonly Mappings?: Record<string, Record<string, Record<string, Json>>>;
  readonly Parameters?: Record<string, { readonly Default?: Json }>;
}

/** A stack of the assembly: its template and the folders of its file and image assets, by asset hash. */
export interface Stack extends Template {
  readonly name: string;
  readonly region: string;
  readonly assets: ReadonlyMap<string, string>;
}

interface Manifest {
  readonly artifacts?: Record<
    string,
    {
      readonly type: string;
      readonly environment?: string;
      readonly properties?: { templateFile?: string; directoryName?: string; stackName?: string };
    }
  >;
}

interface AssetManifest {
  readonly files?: Record<string, { source?: { path?: string } }>;
  readonly dockerImages?: Record<string, { source?: { directory?: string } }>;
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8'));

/** Every stack of a synthesized cloud assembly, including those of its stages. */
export function readStacks(directory: string): readonly Stack[] {
  const file = join(directory, 'manifest.json');
  if (!existsSync(file)) throw new LocalCloudError(`There is no cloud assembly in ${directory}.`);
  return Object.entries(readJson<Manifest>(file).artifacts ?? {}).flatMap(([id, artifact]) => {
    const { templateFile, directoryName, stackName } = artifact.properties ?? {};
    if (artifact.type === 'cdk:cloud-assembly') return readStacks(join(directory, directoryName ?? id));
    if (artifact.type !== 'aws:cloudformation:stack' || templateFile === undefined) return [];
    const region = /^aws:\/\/[^/]+\/([a-z0-9-]+)$/.exec(artifact.environment ?? '')?.[1];
    return {
      ...readJson<Template>(join(directory, templateFile)),
      name: stackName ?? id,
      region: region === undefined || region === 'unknown-region' ? 'us-east-1' : region,
      assets: readAssets(directory, join(directory, `${id}.assets.json`)),
    };
  });
}

function readAssets(directory: string, file: string) {
  if (!existsSync(file)) return new Map<string, string>();
  const { files = {}, dockerImages = {} } = readJson<AssetManifest>(file);
  return new Map([
    ...Object.entries(files).map(([hash, each]) => [hash, join(directory, each.source?.path ?? '')] as const),
    ...Object.entries(dockerImages).map(
      ([hash, each]) => [hash, join(directory, each.source?.directory ?? '')] as const,
    ),
  ]);
}
