import { request } from 'node:http';

interface Init {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string;
}

/** Like fetch, from another source address, and without the `sec-fetch-mode` that fetch of Node sets. */
export const fetchFrom = (address: string, url: string, { method, headers, body }: Init) =>
  new Promise<Response>((resolve, reject) => {
    const call = request(url, {
      method,
      headers: { ...Object.fromEntries(headers), 'x-local-viewer': address },
    });
    call.on('error', reject);
    call.on('response', async (response) => {
      const got = new Headers();
      for (const [name, values] of Object.entries(response.headersDistinct))
        for (const value of values ?? []) got.append(name, value);
      const bytes = Buffer.concat(await response.toArray());
      resolve(new Response(bytes, { status: response.statusCode ?? 0, headers: got }));
    });
    call.end(body);
  });
