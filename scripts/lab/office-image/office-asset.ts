import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../../command-line/usage-error.ts';

/** The image that `cdk deploy` builds for the office converter, as the assembly describes it. */
export interface OfficeAsset {
  /** CDK's hash of the folder. It changes with the image. */
  readonly hash: string;
  /** Docker's build context. */
  readonly folder: string;
  readonly dockerfile: string;
  readonly platform: string;
}

interface AssetManifest {
  readonly dockerImages?: Readonly<
    Record<
      string,
      {
        readonly source: {
          readonly directory: string;
          readonly dockerFile: string;
          readonly platform: string;
        };
      }
    >
  >;
}

export function officeAsset(assembly: string): OfficeAsset {
  const manifests = readdirSync(assembly, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^assembly-[^/]+\/[^/]+\.assets\.json$/.test(name),
  );
  const images = manifests.flatMap((name) => {
    const file = join(assembly, name);
    const { dockerImages = {} }: AssetManifest = JSON.parse(readFileSync(file, 'utf8'));
    return Object.entries(dockerImages).map(([hash, { source }]): OfficeAsset => {
      const folder = join(dirname(file), source.directory);
      return { hash, folder, dockerfile: join(folder, source.dockerFile), platform: source.platform };
    });
  });
  const [image] = images;
  if (image === undefined || images.length > 1)
    throw new UsageError(`The assembly has ${images.length} container images; this command expects one.`);
  return image;
}
