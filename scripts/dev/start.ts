import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { assemble } from '../build/assemble.ts';
import { startLocalCloud } from '../local-cloud/index.ts';
import { imagePrograms, parsePort, serveUntilStopped, withUsage } from './serve.ts';

const usage = 'Usage: npm start -- [--port 4600] [--data .local] [--reset]';

const readOptions = (args: readonly string[]) =>
  withUsage(usage, () => {
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
  const options = readOptions(args);
  const programs = imagePrograms();
  console.log('Preparing the cloud ...');
  const cloud = await startLocalCloud({ ...options, assembly: await assemble(), programs });
  await serveUntilStopped(cloud);
  await cloud.close();
}
