import type { ZipFile as Reply } from '../../shared/api/console-replies.ts';
import { audienceOf } from '../../shared/api/staff-roles.ts';
import { dayIn } from '../../shared/partners/time-zone.ts';
import { keyOfZip } from '../aws/object-keys.ts';
import { startZip } from '../aws/step-functions.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { applicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import { recordForOperators } from '../store/audit-log.ts';
import { applicantAt, rowsOf } from '../store/list-rows.ts';
import { memberHash } from '../store/read-marks.ts';
import type { StaffMember } from '../store/staff-sessions.ts';
import {
  changeZipFile,
  createZipFile,
  isRunning,
  listZipFiles,
  readLastZip,
  readZipFile,
  type ZipFile,
} from '../store/zip-files.ts';

// ZIP files of application PDFs, for the person who asked for them.

const noSuchFile = () =>
  new ApiError('notFound', 'This file is no longer there: files are deleted after a day. Make a new one.');

const anotherIsMade = () =>
  new ApiError('conflict', 'Another ZIP file is being made. Wait until it is ready, or cancel it.');

/** Reasons for which a file cannot be downloaded. Waiting changes only the first two. */
const notReady = {
  preparing: 'The file is not ready yet. Go back to the list, which shows the progress.',
  writing: 'The file is not ready yet. Go back to the list, which shows the progress.',
  failed: 'The file could not be made. Make a new one.',
  canceled: 'The file was canceled. Make a new one.',
} as const;

/** The person's files, newest first. Names of applications without a PDF are read now, and never stored. */
export async function zipFilesOf(caller: StaffMember): Promise<{ zips: Reply[] }> {
  const files = await listZipFiles(memberHash(caller));
  const without = files.flatMap(({ failed }) => failed.map(({ applicant }) => applicant));
  const rows = new Map((await rowsOf([...new Set(without)])).map((row) => [applicantAt(row.sk), row]));
  return {
    zips: files.map(({ id, state, created_at, ends, done, applicants, size = 0, failed }) => ({
      ...{ id, state, created_at, done, size },
      expires_at: new Date(ends).toISOString(),
      total: applicants.length,
      failed: failed.map(({ applicant, reason }) => {
        const { name = '', confirmation = '' } = rows.get(applicant) ?? {};
        return { applicant, name, confirmation, reason };
      }),
    })),
  };
}

/** Starts a file. A person makes one at a time, because all share the functions that draw PDFs. */
export async function requestZip(
  caller: StaffMember,
  applicants: readonly string[],
  host: string,
): Promise<void> {
  const member = memberHash(caller);
  const last = await readLastZip(member);
  if ((await listZipFiles(member)).some(isRunning)) throw anotherIsMade();
  const chosen = [...new Set(applicants)].map((each) => applicantId.parse(each));
  const { operator, roles } = caller;
  await recordForOperators('zip-requested', operator, [`applications=${chosen.length}`]);
  const audience = audienceOf(roles);
  const name = await createZipFile(member, last, { applicants: chosen, audience, host, operator });
  if (name === undefined) throw anotherIsMade();
  try {
    await startZip(name);
  } catch (error) {
    await changeZipFile(name, { state: 'failed' });
    throw error;
  }
}

async function ownFile(caller: StaffMember, id: string): Promise<ZipFile> {
  const file = await readZipFile({ member: memberHash(caller), id });
  if (file === undefined) throw noSuchFile();
  return file;
}

/** Cancels a file that is being made. Its worker stops at the next progress, within seconds. */
export async function cancelZip(caller: StaffMember, id: string): Promise<void> {
  const file = await ownFile(caller, id);
  if (await changeZipFile(file, { state: 'canceled' }))
    await recordForOperators('zip-canceled', caller.operator, [`applications=${file.applicants.length}`]);
}

/** A short-lived link to a complete file. */
export async function zipLink(caller: StaffMember, id: string): Promise<string> {
  const file = await ownFile(caller, id);
  if (file.state !== 'completed') throw new ApiError('conflict', notReady[file.state]);
  const delivered = file.applicants.length - file.failed.length;
  await recordForOperators('zip-downloaded', caller.operator, [`applications=${delivered}`]);
  const { shortName, timeZone } = partner();
  const fileName = `${shortName}-applications-${dayIn(timeZone, now())}.zip`;
  const { createZipLink } = await import('../aws/s3.ts');
  return createZipLink(keyOfZip(file.member, file.id), fileName);
}
