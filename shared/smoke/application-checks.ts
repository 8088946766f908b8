import { routes } from '../api/routes.ts';
import { type Check, type SmokeRun, until } from './check.ts';
import { request, requireThat, type SmokeClient, SmokeError } from './client.ts';
import { type Sample, samples } from './samples.ts';

async function save({ client }: SmokeRun): Promise<void> {
  const first_name = `Smoke ${new Date().toISOString()}`;
  const { ignored } = await client.call(routes.applicant.putAnswer, { body: { answer: { first_name } } });
  requireThat(ignored.length === 0, 'the form does not ask for first_name');
  const { answer } = await client.call(routes.applicant.getProfile);
  requireThat(answer.first_name === first_name, 'the saved answer was not there when it was read again');
}

/** Sends a file as a page does: asks where to, sends it there, and starts its conversion. */
export async function upload(client: SmokeClient, { key, name, bytes }: Sample): Promise<void> {
  const { url, fields } = await client.call(routes.applicant.createUpload, { body: { answer_key: key } });
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([bytes()]), name);
  const { status } = await request(url, { method: 'POST', body: form });
  requireThat(status >= 200 && status < 300, `the uploads bucket returned ${status}`);
  const body = { file_key: fields.key, file_name: name };
  await client.call(routes.applicant.startConversion, { key, body });
}

async function convert(run: SmokeRun, sample: Sample): Promise<void> {
  const { client, target } = run;
  await upload(client, sample);
  const { key } = sample;
  let last = '';
  const ended = await until(target.waitSeconds, async () => {
    const { status, error } = await client.call(routes.applicant.getConversion, { key });
    last = status;
    if (status === 'FAILED') throw new SmokeError(`the conversion failed: ${error}`);
    return status === 'COMPLETED' || undefined;
  });
  requireThat(ended === true, `the conversion is still ${last} after ${target.waitSeconds} s`);
  await view(run, sample);
}

/** The converted document, where the redirect to it leads. */
async function view({ client }: SmokeRun, { key }: Sample): Promise<void> {
  const { method, path } = routes.applicant.viewDocument;
  const { status, headers } = await client.send(method, path.replace('{answer_key}', key));
  requireThat(status === 302, `the converted document returned ${status} instead of a redirect`);
  await readPdf(headers.get('location') ?? '');
}

async function readPdf(url: string): Promise<void> {
  const { status, text } = await request(url);
  requireThat(status === 200, `the documents bucket returned ${status} for the PDF`);
  requireThat(text.startsWith('%PDF-'), 'the documents bucket returned something else than a PDF');
}

async function readApplicationPdf({ client, target: { waitSeconds } }: SmokeRun): Promise<void> {
  const url = await until(waitSeconds, async () => {
    const { status, url: link } = await client.call(routes.applicant.getApplicationPdf);
    if (status === 'FAILED') throw new SmokeError('the application PDF failed');
    return status === 'COMPLETED' ? link : undefined;
  });
  requireThat(url !== undefined, `there is no application PDF after ${waitSeconds} s`);
  await readPdf(url);
}

const stepsOf = (step: string) =>
  `Open the failed execution of the ${step} state machine in Step Functions: its last step names the function whose log says why.`;

const remedies: Readonly<Record<keyof typeof samples, string>> = {
  word: `${stepsOf('conversion')} Only Word documents need LibreOffice: if the others convert, check the function \`office\` and its image.`,
  photo: stepsOf('conversion'),
  pdf: stepsOf('conversion'),
};

const conversions = (Object.keys(samples) as (keyof typeof samples)[]).map(
  (kind): Check => ({
    title: `Uploading and converting ${samples[kind].title}`,
    needs: 'application',
    run: (smokeRun) => convert(smokeRun, samples[kind]),
    remedy: remedies[kind],
  }),
);

/** Checks of the open application. None of them submits it. */
export const applicationChecks: readonly Check[] = [
  {
    title: 'Saving an answer and reading it again',
    needs: 'application',
    run: save,
    remedy: 'Read the log of the function `applicant`, and look for throttled requests of the table.',
  },
  ...conversions,
  {
    title: 'The application PDF',
    needs: 'application',
    run: readApplicationPdf,
    remedy: stepsOf('application PDF'),
  },
];

async function cleanUp({ client, earlierAnswer }: SmokeRun): Promise<void> {
  for (const { key } of Object.values(samples)) await client.call(routes.applicant.deleteDocument, { key });
  const body = { answer: { first_name: earlierAnswer } };
  await client.call(routes.applicant.putAnswer, { body });
  const left = Object.keys(await client.call(routes.applicant.getDocuments));
  requireThat(left.length === 0, `documents are left: ${left.join(', ')}`);
}

export const cleanUpCheck: Check = {
  title: 'Deleting its documents and its answer',
  needs: 'application',
  run: cleanUp,
  remedy: 'Run the check again with the same account: it deletes what an earlier one left.',
};
