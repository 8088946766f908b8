import { expect, test } from 'vitest';
import { withCloud } from '../support/cloud.ts';
import { officeFunction, startEnvironment } from './support/office-function.ts';
import { image } from './support/with-office-function.ts';

const cloud = withCloud();

/** Runs a script of Node in a container of the function, in place of the runtime's client. */
const runInside = async (script: string) => {
  await using environment = await startEnvironment(cloud(), image, {
    entrypoint: ['/usr/local/bin/node', '-e', script],
    command: [],
  });
  return await environment.ended;
};

test('office image: runs without privileges and network, and writes only to /tmp, as a function does', async () => {
  const { output, code } = await runInside(`
    const fs = require('node:fs');
    const writable = ['/', '/tmp', '/var/task', '/var/tmp', '/opt', '/etc', '/dev', '/usr/local'].filter((folder) => {
      try { fs.writeFileSync(folder + '/x', ''); return true; } catch { return false; }
    });
    const { bsize, blocks } = fs.statfsSync('/tmp');
    const root = require('node:child_process').spawnSync('unshare', ['--user', '--map-root-user', 'true']).status === 0;
    const networks = Object.keys(require('node:os').networkInterfaces());
    console.log(JSON.stringify({ user: process.getuid(), root, writable, temporary: bsize * blocks / 2 ** 20, networks }));
  `);
  expect(code).toBe(0);
  expect(JSON.parse(output)).toEqual({
    user: 993,
    root: false,
    writable: ['/tmp'],
    temporary: officeFunction().EphemeralStorage.Size,
    networks: ['lo'],
  });
});

test('office image: a program that the function starts reads neither environment nor memory of another process', async () => {
  const { output } = await runInside(`
    const look = 'for each in /proc/[0-9]*; do tr "\\\\0" "\\\\n" < $each/environ; true < $each/mem && echo memory of $each; done';
    const { stdout } = require('node:child_process').spawnSync('/bin/sh', ['-c', look], { env: { PATH: process.env.PATH } });
    const secret = process.env.AWS_SECRET_ACCESS_KEY;
    console.log(JSON.stringify({ hasSecret: Boolean(secret), seen: String(stdout).includes(secret), parent: process.pid }));
    console.log(String(stdout));
  `);
  const [first = '', ...seen] = output.split('\n');
  const { parent, ...found } = JSON.parse(first);
  expect(found).toEqual({ hasSecret: true, seen: false });
  expect(seen).not.toContain(`memory of /proc/${parent}`);
});

test('office image: a program that takes more memory than the function has is stopped', async () => {
  const { output, code } = await runInside(`
    const kept = [];
    for (let megabytes = 0; megabytes < ${officeFunction().MemorySize} + 512; megabytes += 64)
      kept.push(Buffer.alloc(64 * 2 ** 20, 1));
    console.log('took it all', kept.length);
  `);
  expect(output).not.toContain('took it all');
  expect(code).not.toBe(0);
});

test('office image: an entry point that crashes shows what it printed', async () => {
  await using environment = await startEnvironment(cloud(), image, {
    entrypoint: ['/bin/sh', '-c', 'echo "libcurl.so.4: cannot open shared object file" >&2; exit 127'],
  });
  await expect(environment.call({})).rejects.toThrow(
    /exit code 127:\nlibcurl\.so\.4: cannot open shared object file/,
  );
});

test('office image: a handler that does not exist is reported before any call', async () => {
  await using environment = await startEnvironment(cloud(), image, { command: ['nowhere.handler'] });
  await expect(environment.call({})).rejects.toThrow(/nowhere/);
});

test('office image: a call that fails reports the error to Lambda', async () => {
  await using environment = await startEnvironment(cloud(), image);
  await expect(environment.call({ nothing: 'of a job' })).rejects.toThrow(/errorMessage/);
});
