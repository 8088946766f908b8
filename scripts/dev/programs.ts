import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UsageError } from '../command-line/usage-error.ts';

/** A program that npm cannot install: the names of its executable, and the packages that install it. */
interface Program {
  readonly title: string;
  readonly variable: string;
  readonly names: readonly string[];
  readonly paths: readonly string[];
  readonly debian?: readonly string[];
  readonly brew?: string;
  /** The packages of Python that install it on every system. They are installed by hand or by CI. */
  readonly pip?: string;
}

const imagesOnlyOnLinux = 'run this on Linux: it builds and starts a container image';

const webkitOnlyOnLinux = 'run this on Linux: WebKitGTK exists only there';

const programs = {
  chromium: {
    title: 'Chromium (browser tests)',
    variable: 'CHROMIUM',
    names: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
    ],
    paths: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/usr/lib/chromium/chromium'],
    debian: ['chromium-headless-shell'],
    brew: 'brew install --cask chromium',
  },
  soffice: {
    title: 'LibreOffice (Word documents)',
    variable: 'SOFFICE',
    names: ['soffice', 'libreoffice'],
    paths: [
      '/Applications/LibreOffice.app/Contents/MacOS/soffice',
      'C:\\Program Files\\LibreOffice\\program\\soffice.exe',
    ],
    // The fonts have the widths of Calibri, Cambria, Arial and Times.
    debian: [
      'libreoffice-writer-nogui',
      'fonts-crosextra-carlito',
      'fonts-crosextra-caladea',
      'fonts-liberation',
    ],
    brew: 'brew install --cask libreoffice',
  },
  njs: {
    title: 'njs (the JavaScript engine of CloudFront Functions)',
    variable: 'NJS',
    names: ['njs'],
    paths: [],
    debian: ['njs'],
    brew: 'build it from https://github.com/nginx/njs and set NJS to its path',
  },
  firefox: {
    title: 'Firefox (tests in every browser)',
    variable: 'FIREFOX',
    names: ['firefox-esr', 'firefox'],
    paths: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    debian: ['firefox-esr'],
    brew: 'brew install --cask firefox',
  },
  webkitDriver: {
    title: 'WebKitWebDriver (tests in the engine of Safari)',
    variable: 'WEBKIT_DRIVER',
    names: ['WebKitWebDriver'],
    paths: [],
    debian: ['webkit2gtk-driver'],
    brew: webkitOnlyOnLinux,
  },
  webkitBrowser: {
    title: 'MiniBrowser of WebKitGTK (tests in the engine of Safari)',
    variable: 'WEBKIT_BROWSER',
    names: ['MiniBrowser'],
    paths: ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((system) =>
      ['4.1', '4.0', '6.0'].map((version) => `/usr/lib/${system}/webkit2gtk-${version}/MiniBrowser`),
    ),
    debian: ['webkit2gtk-driver'],
    brew: webkitOnlyOnLinux,
  },
  xvfb: {
    title: 'Xvfb (the display of WebKitGTK)',
    variable: 'XVFB',
    names: ['Xvfb'],
    paths: [],
    debian: ['xvfb'],
    brew: webkitOnlyOnLinux,
  },
  mmdebstrap: {
    title: 'mmdebstrap (makes a Debian base image)',
    variable: 'MMDEBSTRAP',
    names: ['mmdebstrap'],
    paths: [],
    debian: ['mmdebstrap', 'debian-archive-keyring'],
    brew: imagesOnlyOnLinux,
  },
  buildah: {
    title: 'buildah (builds container images)',
    variable: 'BUILDAH',
    names: ['buildah'],
    paths: [],
    debian: ['buildah'],
    brew: imagesOnlyOnLinux,
  },
  ip: {
    title: 'ip (network namespaces)',
    variable: 'IP',
    names: ['ip'],
    paths: ['/usr/sbin/ip', '/sbin/ip'],
    debian: ['iproute2'],
    brew: imagesOnlyOnLinux,
  },
  cfnLint: {
    title: 'cfn-lint (checks templates)',
    variable: 'CFN_LINT',
    names: ['cfn-lint'],
    paths: [],
    pip: 'cfn-lint',
  },
  moto: {
    title: 'moto_server (plays AWS)',
    variable: 'MOTO_SERVER',
    names: ['moto_server'],
    paths: [],
    pip: "'moto[server]'",
  },
} as const satisfies Record<string, Program>;

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
  const { variable, names, paths }: Program = programs[name];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = names.flatMap((each) => folders.map((folder) => join(folder, each)));
  return [process.env[variable] ?? '', ...onPath, ...paths].find((file) => file !== '' && isExecutable(file));
}

const isDebian = () => existsSync('/etc/debian_version');

function command(name: ProgramName): string {
  const { debian, brew, pip }: Program = programs[name];
  if (pip !== undefined) return `pip install ${pip}`;
  if (debian !== undefined && isDebian()) return `sudo apt-get install -y ${debian.join(' ')}`;
  return brew !== undefined && process.platform === 'darwin'
    ? brew
    : `install ${programs[name].names[0]} and set ${programs[name].variable} to its path`;
}

async function install(name: ProgramName) {
  const { title, debian }: Program = programs[name];
  if (debian === undefined) return;
  console.log(`Installing ${title} ...`);
  await aptGet('update', '-qq');
  await aptGet('install', '-y', '-qq', '--no-install-recommends', ...debian);
}

const aptGet = (...args: readonly string[]) =>
  new Promise<void>((resolve) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const child = spawn('apt-get', ['-o', 'Acquire::Retries=1', ...args], { stdio: 'ignore', env });
    child.once('error', () => resolve()).once('close', () => resolve());
  });

/**
 * Finds a program, or installs it if that needs no password (Debian or Ubuntu as root). Otherwise returns
 * instructions.
 */
export async function ensureProgram(
  name: ProgramName,
): Promise<{ readonly file: string } | { readonly missing: string }> {
  const found = findProgram(name);
  if (found !== undefined) return { file: found };
  if (isDebian() && process.getuid?.() === 0) await install(name);
  const file = findProgram(name);
  return file === undefined ? { missing: `${programs[name].title} is missing: ${command(name)}` } : { file };
}

/** Finds or installs programs that npm cannot install, and names each in its environment variable. */
export async function ensurePrograms(names: readonly ProgramName[]): Promise<void> {
  for (const name of names) {
    const found = await ensureProgram(name);
    if ('missing' in found) throw new UsageError(found.missing);
    process.env[programs[name].variable] = found.file;
  }
}
