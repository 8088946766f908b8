import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { APIRequestContext } from '@playwright/test';
import { assemble } from '../../build/assemble.ts';
import { root } from '../../build/root.ts';
import { withProduct } from './product.ts';
import { median, type Row } from './row.ts';

const key = 'transcript_document';

/** Milliseconds from `npm start` in a warm checkout to the printed address. */
async function startTime(): Promise<number> {
  await assemble();
  const data = mkdtempSync(join(tmpdir(), 'matricula-bench-'));
  const started = performance.now();
  const args = [join(root, 'scripts/run.mjs'), 'start', '--port', '0', '--data', data];
  const cloud = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => cloud.once('exit', resolve));
  for await (const line of createInterface({ input: cloud.stdout })) if (line.startsWith('Ready: ')) break;
  const taken = performance.now() - started;
  cloud.kill('SIGTERM');
  await ended;
  rmSync(data, { recursive: true, force: true });
  return taken;
}

/** Milliseconds from the choice of a file to COMPLETED, through the calls that the browser makes. */
async function conversion(
  request: APIRequestContext,
  file: { name: string; buffer: Buffer },
): Promise<number> {
  const started = performance.now();
  const asked = await request.post('/api/presigned-url', { data: { answer_key: key } });
  const { url, fields } = await asked.json();
  const multipart = { ...fields, file: { ...file, mimeType: 'application/octet-stream' } };
  await request.post(url, { multipart });
  const path = `/api/pdf/document-answer/${key}`;
  await request.post(path, { data: { file_key: fields.key, file_name: file.name } });
  for (;;) {
    const { status } = await (await request.get(path)).json();
    if (status === 'COMPLETED') return performance.now() - started;
    if (status === 'FAILED') throw new Error(`${file.name} could not be converted.`);
    await pause(20);
  }
}

/** A file, and the budgets of its first conversion and of the median. */
type Sample = readonly [name: string, bytes: Uint8Array, atMost: number, median: number];

async function samples(): Promise<readonly Sample[]> {
  const { docx, pdf, photograph } = await import(join(root, 'test/support/samples.ts'));
  return [
    ['essay.docx', docx(), 5_000, 700],
    ['photo.jpg', await photograph(6), 1_500, 1_500],
    ['transcript.pdf', await pdf({ texts: ['Grades'] }), 1_500, 1_500],
  ];
}

/** Measures the times that a developer waits for on one machine. */
export async function benchLocalRun(): Promise<readonly Row[]> {
  const starts = [await startTime(), await startTime(), await startTime()];
  const files = await samples();
  const conversions = await withProduct(async ({ applicant }) => {
    const { request } = await applicant();
    const rows: Row[] = [];
    for (const [name, bytes, atMost, medianAtMost] of files) {
      const times = [];
      for (let run = 0; run < 5; run += 1)
        times.push(await conversion(request, { name, buffer: Buffer.from(bytes) }));
      rows.push({ what: `${name} to COMPLETED, the first`, measured: times[0] ?? 0, unit: 'ms', atMost });
      const [what, measured] = [`${name} to COMPLETED, median of 5`, median(times)];
      rows.push({ what, measured, unit: 'ms', atMost: medianAtMost });
    }
    return rows;
  });
  return [
    { what: 'npm start to Ready, warm', measured: median(starts), unit: 'ms', atMost: 10_000 },
    ...conversions,
  ];
}
