import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readOptions } from '../command-line/options.ts';
import { parsePort, serveProduct } from './serve.ts';

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
  console.log('Preparing the cloud ...');
  await serveProduct(options);
}
