import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { UsageError } from '../command-line/usage-error.ts';

interface Program {
  readonly variable: string;
  /** Names on PATH, and paths. */
  readonly names: readonly string[];
  /** The packages of Debian that install it; undefined for a program of Python. */
  readonly debian?: readonly string[];
}

const webkit = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((system) =>
  ['4.1', '4.0', '6.0'].map((version) => `/usr/lib/${system}/webkit2gtk-${version}/MiniBrowser`),
);

/** Programs that npm cannot install. The fonts have the widths of Calibri, Cambria, Arial and Times. */
const programs = {
  chromium: {
    variable: 'CHROMIUM',
    names: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      '/usr/lib/chromium/chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    debian: ['chromium-headless-shell'],
  },
  soffice: {
    variable: 'SOFFICE',
    names: [
      'soffice',
      'libreoffice',
      '/Applications/LibreOffice.app/Contents/MacOS/soffice',
      'C:\\Program Files\\LibreOffice\\program\\soffice.exe',
    ],
    debian: [
      'libreoffice-writer-nogui',
      'fonts-crosextra-carlito',
      'fonts-crosextra-caladea',
      'fonts-liberation',
    ],
  },
  njs: { variable: 'NJS', names: ['njs'], debian: ['njs'] },
  firefox: { variable: 'FIREFOX', names: ['firefox-esr', 'firefox'], debian: ['firefox-esr'] },
  webkitDriver: { variable: 'WEBKIT_DRIVER', names: ['WebKitWebDriver'], debian: ['webkit2gtk-driver'] },
  webkitBrowser: { variable: 'WEBKIT_BROWSER', names: webkit, debian: ['webkit2gtk-driver'] },
  xvfb: { variable: 'XVFB', names: ['Xvfb'], debian: ['xvfb'] },
  mmdebstrap: {
    variable: 'MMDEBSTRAP',
    names: ['mmdebstrap'],
    debian: ['mmdebstrap', 'debian-archive-keyring'],
  },
  buildah: { variable: 'BUILDAH', names: ['buildah'], debian: ['buildah'] },
  ip: { variable: 'IP', names: ['ip', '/usr/sbin/ip', '/sbin/ip'], debian: ['iproute2'] },
  cfnLint: { variable: 'CFN_LINT', names: ['cfn-lint'] },
  moto: { variable: 'MOTO_SERVER', names: ['moto_server'] },
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof programs;

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Finds a program by its environment variable, on PATH, or where its installer puts it. */
export function findProgram(name: ProgramName): string | undefined {
  const { variable, names }: Program = programs[name];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const files = names.flatMap((each) => folders.map((folder) => resolve(folder, each)));
  return [process.env[variable] ?? '', ...files].find((file) => file !== '' && isExecutable(file));
}

/** Installs programs with one call of apt-get if that needs no password: as root on Debian or Ubuntu. */
async function install(names: readonly ProgramName[]): Promise<void> {
  const packages = names.flatMap((name) => (programs[name] as Program).debian ?? []);
  if (packages.length === 0 || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return;
  console.log(`Installing ${packages.join(', ')} ...`);
  const command = `apt-get update -qq; apt-get install -y -qq --no-install-recommends ${packages.join(' ')}`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const child = spawn('sh', ['-c', command], { stdio: 'ignore', env });
  await new Promise((ended) => child.once('close', ended));
}

/** Finds or installs a program. `missing` says how to install it. */
export async function ensureProgram(
  name: ProgramName,
): Promise<{ readonly file: string } | { readonly missing: string }> {
  if (findProgram(name) === undefined) await install([name]);
  const file = findProgram(name);
  if (file !== undefined) return { file };
  const { variable, names, debian }: Program = programs[name];
  const how = debian === undefined ? 'it with pip' : `${debian.join(' ')} with apt-get`;
  return { missing: `${names[0]} is missing: install ${how}, or set ${variable} to its path.` };
}

/** Finds or installs programs, and names each in its environment variable. */
export async function ensurePrograms(names: readonly ProgramName[]): Promise<void> {
  await install(names.filter((name) => findProgram(name) === undefined));
  for (const name of names) {
    const found = await ensureProgram(name);
    if ('missing' in found) throw new UsageError(found.missing);
    process.env[programs[name].variable] = found.file;
  }
}
