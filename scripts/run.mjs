#!/usr/bin/env node
// Plain JavaScript for Node 20: installs the packages of the lockfile, then runs a command on the pinned
// Node.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url)); // import.meta.dirname is Node 20.11's
const windows = process.platform === 'win32';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20) fail(`Node ${process.version} is too old. Install Node 20 or later.`);

function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}

const lockedPackages = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;

/** Compares package-lock.json with the list that npm keeps of its last installation. */
function isInstalled() {
  const list = 'node_modules/.package-lock.json';
  if (!existsSync(join(root, list))) return false;
  const { '': _, ...locked } = lockedPackages('package-lock.json');
  const installed = lockedPackages(list);
  const isSame = (path) => JSON.stringify(installed[path]) === JSON.stringify(locked[path]);
  return (
    Object.keys(installed).every((path) => path in locked) &&
    // npm omits optional packages of other systems.
    Object.entries(locked).every(([path, { optional }]) => isSame(path) || (optional && !(path in installed)))
  );
}

function installPackages() {
  if (isInstalled()) return;
  // On standard error: standard output is the result of the command.
  console.error('Installing packages (npm ci) ...');
  const stdio = ['inherit', process.stderr, process.stderr];
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath; // set when npm started this process
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio })
    : spawnSync(windows ? 'npm.cmd' : 'npm', args, { cwd: root, stdio, shell: windows });
  if (result.status !== 0)
    fail('npm ci failed. Check that this machine can reach the npm registry.', result.status ?? 1);
}

/**
 * npm forwards signals. If npm itself is killed, the shell between npm and this process gets another parent.
 */
function endWithNpm() {
  const begun = ancestors();
  const look = () => ancestors() === begun || child.kill('SIGTERM');
  setInterval(look, 500).unref();
}

/** The parent of this process and, on Linux, the parent's parent. */
function ancestors() {
  const { ppid } = process;
  try {
    const stat = readFileSync(`/proc/${ppid}/stat`, 'utf8');
    return `${ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return String(ppid);
  }
}

/** The Node of the lockfile; not .bin/node, a link that npm 10 leaves out when several platforms offer it. */
function pinnedNode() {
  const platform = windows ? 'win' : process.platform;
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    const own = join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
    if (existsSync(own)) return own;
  }
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  fail(
    `The packages include no Node for ${process.platform} ${process.arch}, and Node ${process.version} is too old. Install Node 22.18 or later.`,
  );
}

installPackages();
const node = pinnedNode();
const child = spawn(node, [join(root, 'scripts', 'main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  // The closed channel tells the child that this process was killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    ...process.env,
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    PATH: [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
if (process.env.npm_execpath) endWithNpm();
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
