import type { Request, Work } from './photos.worker.ts';
import type { ChosenPhoto } from './prepare-photo.ts';

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

const start = () => new Worker(new URL('./photos.worker.ts', import.meta.url), { type: 'module' });

/** Loads the worker, which then works offline too. */
export function startPhotosWorker(): void {
  worker ??= start();
}

/** Sends one request. A worker that fails, for example without memory, is replaced by the next request. */
function send<Kind extends keyof Work>(
  kind: Kind,
  request: Work[Kind]['request'],
): Promise<Work[Kind]['result']> {
  worker ??= start();
  const current = worker;
  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const { signal } = listening;
    const settle = (settled: () => void) => {
      listening.abort();
      settled();
    };
    current.addEventListener(
      'message',
      ({ data }: MessageEvent<{ result: Work[Kind]['result'] } | { error: string }>) =>
        settle(() => ('result' in data ? resolve(data.result) : reject(new Error(data.error)))),
      { signal },
    );
    current.addEventListener(
      'error',
      ({ message }) => {
        current.terminate();
        worker = undefined;
        settle(() => reject(new Error(message)));
      },
      { signal },
    );
    current.postMessage({ kind, request } as Request);
  });
}

/** Runs one request after the other: two photos of 50 megapixels need too much memory on a phone. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => {});
  return result;
}

/** Reads the size of a photo, upright, from its first bytes. Rejects if the browser cannot read it. */
async function measured(file: File): Promise<ChosenPhoto> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error('This browser cannot read the photo.'));
    });
    return { file, width: image.naturalWidth, height: image.naturalHeight };
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

export const preparePhoto = (file: File) => inTurn(async () => send('prepare', await measured(file)));

export const makePdf = (request: Work['makePdf']['request']) => inTurn(() => send('makePdf', request));
