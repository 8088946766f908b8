import { assemble } from '../build/assemble.ts';
import type { SynthOptions } from '../build/synth.ts';
import { UsageError } from '../command-line/usage-error.ts';
import type { LocalCloud, LocalCloudOptions } from '../local-cloud/index.ts';
import { serveHttps } from '../local-cloud/tls/https-server.ts';
import { startCloudWithStaff } from './identity-provider.ts';
import { ensureProgram, findProgram } from './programs.ts';

/**
 * The programs that functions in container images run. If LibreOffice is missing, it is installed in the
 * background.
 */
export function imagePrograms(): Readonly<Record<string, string>> {
  const soffice = findProgram('soffice');
  if (soffice !== undefined) return { SOFFICE: soffice };
  void installOffice();
  return {};
}

/**
 * Runs in the background: only the conversion of Word documents needs LibreOffice, and finds it on the PATH
 * once installed.
 */
async function installOffice() {
  const found = await ensureProgram('soffice');
  if ('missing' in found) console.log(`${found.missing} (everything but .docx works without)`);
  else console.log('LibreOffice is installed: Word documents are converted from now on.');
}

/**
 * Runs the whole product on one port of this machine. Each of `prepare` runs once it serves, and returns a
 * line to print. `context` changes settings. Resolves when the process receives a stop signal.
 */
export async function serveProduct(
  options: Omit<LocalCloudOptions, 'assembly' | 'programs' | 'keepsTime'>,
  prepare: readonly ((cloud: LocalCloud) => Promise<string>)[] = [],
  context: SynthOptions['context'] = {},
): Promise<void> {
  const programs = imagePrograms();
  const assembly = await assemble(context);
  const cloud = await startCloudWithStaff({ ...options, assembly, programs, keepsTime: true });
  for (const each of prepare) console.log(await each(cloud));
  await serveUntilStopped(cloud);
  await cloud.close();
}

/**
 * Prints the addresses once the page and the API respond. Resolves when the process receives a stop signal.
 */
export async function serveUntilStopped(cloud: LocalCloud): Promise<void> {
  const { url, port } = cloud;
  await checkThatItAnswers(url);
  const secure = await serveHttps(cloud, port + 1);
  console.log(`Mail: ${url}/_local/mail`);
  console.log(`Staff: ${url}/staff`);
  console.log(`Safari: ${secure.url}`);
  console.log(`Ready: ${url}`);
  await new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
  });
  await secure.close();
}

async function checkThatItAnswers(url: string) {
  const [page, api] = await Promise.all([fetch(`${url}/`), fetch(`${url}/api/profile`)]);
  if (!page.ok) throw new UsageError(`The page answers ${page.status}.`);
  if (api.status >= 500)
    throw new UsageError(`The API answers ${api.status}; see logs/functions.jsonl in the data folder.`);
}
