import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { routes } from '../../../shared/api/routes.ts';
import { SmokeClient } from '../../../shared/smoke/client.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { completeAnswers } from '../../../test/support/form.ts';

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

const data = mkdtempSync(join(tmpdir(), 'started-'));

/** Starts the product in a fresh checkout; returns the process and the URL that it printed. */
async function started(command: string, ...args: readonly string[]) {
  const child = spawn(command, [...args, '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  running.push(child);
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  const url = () => /Ready: (\S+)/.exec(printed)?.[1];
  await eventually(() => expect(url()).toBeDefined());
  return { child, url: url() ?? '', printed };
}

const answers = (url: string) => fetch(`${url}/`).then(({ ok }) => ok);

describe('npm start', () => {
  it.each([
    ['its own process', process.execPath, ['scripts/run.mjs', 'start']],
    ['npm', 'npm', ['start', '--']],
  ])(
    'leaves no process running when %s is killed, and starts again on the same data',
    async (_name, command, args) => {
      for (const _time of ['first', 'again']) {
        const { child, url } = await started(command, ...args);
        expect(await answers(url)).toBe(true);
        child.kill('SIGKILL');
        await eventually(() => expect(answers(url)).rejects.toThrow());
      }
    },
  );

  it('with --sample adds an applicant with every answer, once, and prints how to log in', async () => {
    for (const _time of ['first', 'again']) {
      const { child, url, printed } = await started(process.execPath, 'scripts/run.mjs', 'start', '--sample');
      const [, username = '', password = ''] =
        /^Log in as (\S+) with the password (\S+)$/m.exec(printed) ?? [];
      const client = new SmokeClient(url);
      await client.call(routes.account.logIn, { body: { username, password } });
      expect((await client.call(routes.applicant.getProfile)).answer).toMatchObject(completeAnswers);
      child.kill('SIGKILL');
      await eventually(() => expect(answers(url)).rejects.toThrow());
    }
  });

  it('stops at a signal', async () => {
    const { child, url } = await started(process.execPath, 'scripts/run.mjs', 'start');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await expect(answers(url)).rejects.toThrow();
  });
});
