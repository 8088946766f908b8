import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { assemble } from '../build/assemble.ts';
import { readOptions } from '../command-line/options.ts';
import { startLocalCloud } from '../local-cloud/index.ts';
import { imagePrograms, parsePort, serveUntilStopped } from './serve.ts';

const optionsIn = (args: readonly string[]) =>
  readOptions('start', () => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '4600' },
        data: { type: 'string', default: '.local' },
        reset: { type: 'boolean', default: false },
      },
    });
    return { port: parsePort(values.port), data: resolve(values.data), reset: values.reset };
  });

/** npm start: the whole product on one port of this machine, until it is stopped. */
export async function start(args: readonly string[]): Promise<void> {
  const options = optionsIn(args);
  const programs = imagePrograms();
  console.log('Preparing the cloud ...');
  const cloud = await startLocalCloud({
    ...options,
    assembly: await assemble(),
    programs,
    keepsTime: true,
  });
  await serveUntilStopped(cloud);
  await cloud.close();
}
