import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/root.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { builtImageStatus, debianComponents } from './debian-packages.ts';
import { licenseExceptions } from './licenses.ts';
import { lockedPackages } from './locked-packages.ts';

const imageFolder = 'lambdas/conversion/office-image';
const target = 'dist/sbom';

interface Component {
  readonly 'bom-ref': string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

interface Bill {
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** Bill of materials of a lockfile, which npm writes without network access. */
function billOf(folder: string): Bill {
  const args = [
    'sbom',
    '--package-lock-only',
    '--workspaces=false',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
  ];
  const npm = process.env.npm_execpath;
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  try {
    return JSON.parse(
      execFileSync(program, [...first, ...args], {
        cwd: join(root, folder),
        encoding: 'utf8',
        stdio: 'pipe',
      }),
    );
  } catch (cause) {
    throw new UsageError(`npm sbom failed in ${folder}: npm 9.5 or newer is expected.`, { cause });
  }
}

const isForDevelopment = ({ properties = [] }: Component) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');

/** npm's own --omit=dev omits packages that both the product and a tool use. */
function withoutDevelopment(bill: Bill): Bill {
  const left = new Set(bill.components.filter(isForDevelopment).map((each) => each['bom-ref']));
  const stays = (ref: string) => !left.has(ref);
  return {
    ...bill,
    components: bill.components.filter((each) => stays(each['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }) => stays(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(stays) })),
  };
}

function licenseList(): string {
  const lines = lockedPackages('.')
    .filter(({ dev }) => !dev)
    .map(({ name, version, license }) => {
      const exception = licenseExceptions.find(
        (each) => each.packages.test(name) && each.license === license,
      );
      return `| ${name} | ${version} | ${license ?? ''} | ${exception?.reason ?? ''} |`;
    });
  return ['| Package | Version | License | Note |', '| --- | --- | --- | --- |', ...new Set(lines), ''].join(
    '\n',
  );
}

/**
 * `npx matricula ops sbom`: writes the software bill of materials of the functions, the site and the office
 * converter's image, in CycloneDX JSON, and the licenses. Debian's packages are those of the image that `npx
 * matricula lab test image` built here last.
 */
export function writeSbom(): void {
  const debian = debianComponents(builtImageStatus() ?? '');
  const image = billOf(imageFolder);
  const files = {
    'matricula.cdx.json': withoutDevelopment(billOf('.')),
    'office-image.cdx.json': { ...image, components: [...image.components, ...debian] },
  };
  mkdirSync(join(root, target), { recursive: true });
  for (const [file, bill] of Object.entries(files)) {
    writeFileSync(join(root, target, file), JSON.stringify(bill, undefined, 2));
    console.log(`${target}/${file}: ${bill.components.length} components`);
  }
  writeFileSync(join(root, target, 'licenses.md'), licenseList());
  console.log(`${target}/licenses.md`);
  if (debian.length === 0)
    console.log("Without Debian's packages: npx matricula lab test image builds the image that has them.");
}
