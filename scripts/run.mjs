// Plain JavaScript for Node 20: installs what the lockfile pins, then runs the real command on the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url)); // import.meta.dirname is Node 20.11's
const windows = process.platform === 'win32';

function installPackages() {
  const stamp = join(root, 'node_modules', '.lock-sha256');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  // Not on standard output: that belongs to the command, whose data somebody may be reading.
  console.error('Installing packages (npm ci) ...');
  const stdio = ['inherit', process.stderr, process.stderr];
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath; // set when npm started us
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio })
    : spawnSync(windows ? 'npm.cmd' : 'npm', args, { cwd: root, stdio, shell: windows });
  if (result.status !== 0) {
    console.error('The packages could not be installed. Is the npm registry within reach?');
    process.exit(result.status ?? 1);
  }
  writeFileSync(stamp, lock);
}

/** npm passes signals on, but not its own violent end: then the shell that it started us by has another parent. */
function endWithNpm() {
  const begun = ancestors();
  const look = () => ancestors() === begun || child.kill('SIGTERM');
  setInterval(look, 500).unref();
}

/** The parent of this process and, where the system tells (Linux), that one's. */
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
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  console.error(
    `Node ${process.version} is too old and no pinned one exists for this system: install Node 24.`,
  );
  process.exit(1);
}

/** What Node is told for a command. An export makes so many short-lived objects that Node would take 130 MB more for them. */
function optionsOf(command) {
  const all = JSON.parse(readFileSync(join(root, 'scripts', 'command-line', 'node-options.json'), 'utf8'));
  return all[command] ?? [];
}

installPackages();
const node = pinnedNode();
const [command] = process.argv.slice(2);
const child = spawn(
  node,
  [...optionsOf(command), join(root, 'scripts', 'main.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    // By the channel it hears that this process was killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      PATH: [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
if (process.env.npm_execpath) endWithNpm();
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
