import { type MadePdf, makePdf, type PageToDraw } from './make-pdf.ts';
import type { PreparedPhoto } from './photo-page.ts';
import { type ChosenPhoto, preparePhoto } from './prepare-photo.ts';

/** The work of this worker: each request has one result. */
export interface Work {
  readonly prepare: { readonly request: ChosenPhoto; readonly result: PreparedPhoto };
  readonly makePdf: {
    readonly request: { readonly title: string; readonly pages: readonly PageToDraw[] };
    readonly result: MadePdf;
  };
}

export type Request = {
  readonly [Kind in keyof Work]: { readonly kind: Kind; readonly request: Work[Kind]['request'] };
}[keyof Work];

const run = (job: Request): Promise<Work[keyof Work]['result']> =>
  job.kind === 'prepare' ? preparePhoto(job.request) : makePdf(job.request.title, job.request.pages);

/** Pictures are decoded, drawn and encoded here, so that the page stays responsive. One request at a time. */
addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  try {
    postMessage({ result: await run(data) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
});
