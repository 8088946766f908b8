import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type NightlyCommand, type RehearsalReply, rehearsalReply } from '../../shared/api/nightly.ts';
import { OptionError } from '../command-line/usage-error.ts';
import { invokeFunction } from './ask.ts';
import { outputsOf, requiredOutput } from './outputs.ts';
import { clientOf, type TargetOptions, targetOf } from './target.ts';

interface Options extends TargetOptions {
  readonly date?: string;
  readonly dryRun: boolean;
  readonly out?: string;
  readonly json: boolean;
}

async function functionOf(options: TargetOptions): Promise<string> {
  const { stage, region, client } = clientOf(options);
  const stack = `Matricula-${stage}-Delivery`;
  return requiredOutput(await outputsOf(client, region, stack), stack, 'NightlyExportFunction');
}

/** Downloads the files with the operator's own permission to read them. */
async function download(
  { bucket: Bucket, folder, files }: RehearsalReply,
  out: string,
  options: TargetOptions,
): Promise<void> {
  const { client } = clientOf(options);
  const s3 = new S3Client({ ...client, forcePathStyle: client.endpoint !== undefined });
  await mkdir(out, { recursive: true, mode: 0o700 });
  const inFolder = files.map(({ key }) => key).filter((key) => key.startsWith(folder));
  for (const Key of [...inFolder, `${folder}manifest.json`]) {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    await writeFile(join(out, basename(Key)), (await Body?.transformToByteArray()) ?? '', { mode: 0o600 });
  }
}

const rowsOf = (rows: number) => `${rows} ${rows === 1 ? 'row' : 'rows'}`;

function print(reply: RehearsalReply, out: string | undefined): void {
  const { isDryRun, bucket, folder, files, applications, isComplete } = reply;
  const { from, until, rows } = applications;
  console.log(`Applications submitted from ${from} until ${until}: ${rows}, each with its PDF in packages/.`);
  console.log(`Changed: ${reply.changes.rows}. Deleted: ${reply.erased.rows}.`);
  console.log(
    isDryRun ? `Nothing was written. These files would be in s3://${bucket}:` : `In s3://${bucket}:`,
  );
  for (const each of files) console.log(`${each.key}  ${rowsOf(each.rows)}`);
  console.log(`${folder}manifest.json`);
  if (!isComplete)
    console.log('The time was up before the end. On schedule, the next night continues there.');
  if (out !== undefined && !isDryRun) console.log(`The files of the folder are also in ${resolve(out)}.`);
}

/** Runs the nightly export of a day by hand, and prints its files. */
export async function rehearse(options: Options): Promise<void> {
  const { date, dryRun: isDryRun, out, json } = options;
  if (isDryRun && out !== undefined) throw new OptionError('--dry-run writes no files: omit --out.');
  const command: NightlyCommand = { command: 'rehearse-night', date, isDryRun };
  const [target, name] = [await targetOf(options), await functionOf(options)];
  const reply = await invokeFunction(target, name, command, rehearsalReply);
  if (out !== undefined && !reply.isDryRun) await download(reply, out, options);
  if (json) return console.log(JSON.stringify(reply, null, 2));
  print(reply, out);
}
