import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { assemble } from '../build/assemble.ts';
import { startLocalCloud } from '../local-cloud/index.ts';
import { UsageError } from '../local-cloud/usage-error.ts';
import { ensureProgram, findProgram } from './programs.ts';

const usage = 'Usage: npm start -- [--port 4600] [--data .local] [--reset]';

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '4600' },
        data: { type: 'string', default: '.local' },
        reset: { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port);
    if (!/^\d+$/.test(values.port) || port > 65_535) throw new Error(`${values.port} is no port.`);
    return { port, data: resolve(values.data), reset: values.reset };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} ${usage}`);
  }
}

/** npm start: the whole product on one port of this machine, until it is stopped. */
export async function start(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const soffice = findProgram('soffice');
  if (soffice === undefined) void installOffice();
  console.log('Preparing the cloud ...');
  const assembly = await assemble();
  const cloud = await startLocalCloud({
    ...options,
    assembly,
    programs: soffice === undefined ? {} : { SOFFICE: soffice },
  });
  await usable(cloud.url);
  console.log(`Mail: ${cloud.url}/_local/mail`);
  console.log(`Ready: ${cloud.url}`);
  await new Promise<void>((stopped) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped());
  });
  await cloud.close();
}

/** Nobody waits for it: all but Word documents work without, and once it is installed it is found on the PATH. */
async function installOffice() {
  const found = await ensureProgram('soffice');
  if ('missing' in found) console.log(`${found.missing} (everything but .docx works without)`);
  else console.log('LibreOffice is installed: Word documents are converted from now on.');
}

/** The page and the API behind it answer before anybody is told that they do. */
async function usable(url: string) {
  const [page, api] = await Promise.all([fetch(`${url}/`), fetch(`${url}/api/profile`)]);
  if (!page.ok) throw new UsageError(`The page answers ${page.status}.`);
  if (api.status >= 500)
    throw new UsageError(`The API answers ${api.status}; see logs/functions.jsonl in the data folder.`);
}
