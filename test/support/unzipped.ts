import { unzipSync } from 'fflate';

/** The files of a ZIP archive by their names, in its order. */
export const unzipped = (zip: Uint8Array): ReadonlyMap<string, Buffer> =>
  new Map(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes)]));
