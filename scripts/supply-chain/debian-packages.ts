import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/root.ts';

interface Component {
  readonly type: 'library';
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

const field = (record: string, name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(record)?.[1] ?? '';

/** The installed packages in a dpkg status file, as components of a software bill of materials. */
export const debianComponents = (status: string): readonly Component[] =>
  status
    .split('\n\n')
    .filter((record) => field(record, 'Status') === 'install ok installed')
    .map((record) => {
      const [name, version, architecture] = ['Package', 'Version', 'Architecture'].map((each) =>
        field(record, each),
      ) as [string, string, string];
      const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}&distro=trixie`;
      return { type: 'library', name, version, purl };
    });

/**
 * The dpkg status file of the image that `npx matricula lab test image` built last; undefined if none was
 * built yet.
 */
export function builtImageStatus(): string | undefined {
  const folder = join(root, '.cache/office-image');
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder)
    .map((image) => join(folder, image, 'files/var/lib/dpkg/status'))
    .filter((file) => existsSync(file));
  return files[0] === undefined ? undefined : readFileSync(files[0], 'utf8');
}
