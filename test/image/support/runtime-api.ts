import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Outcome of one call: what the handler returned, or the error that the function reported. */
export type Outcome = { readonly result: unknown } | { readonly error: unknown };

interface Call {
  readonly id: string;
  readonly event: unknown;
  readonly deadline: number;
  readonly end: (outcome: Outcome) => void;
}

interface Options {
  readonly functionArn: string;
  readonly timeoutSeconds: number;
}

/**
 * Lambda's side of the interface between Lambda and a function's runtime, for one execution environment:
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
export async function startRuntimeApi({ functionArn, timeoutSeconds }: Options) {
  const calls: Call[] = [];
  const running = new Map<string, Call>();
  let waiting: ServerResponse | undefined;
  const startFailure = Promise.withResolvers<unknown>();

  const handOver = () => {
    const call = waiting && calls.shift();
    if (call === undefined) return;
    running.set(call.id, call);
    waiting?.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': call.id,
      'lambda-runtime-deadline-ms': String(call.deadline),
      'lambda-runtime-invoked-function-arn': functionArn,
    });
    waiting?.end(JSON.stringify(call.event));
    waiting = undefined;
  };

  const report = (path: string, body: unknown): boolean => {
    const [, id = '', what] = /\/invocation\/([^/]+)\/(response|error)$/.exec(path) ?? [];
    if (path.endsWith('/init/error')) startFailure.resolve(body);
    else running.get(id)?.end(what === 'response' ? { result: body } : { error: body });
    return path.endsWith('/init/error') || running.delete(id);
  };

  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (path.endsWith('/invocation/next')) {
      waiting = response;
      return handOver();
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const known = report(path, JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(known ? 202 : 400, { 'content-type': 'application/json' }).end('{"status":"OK"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves with the error when the runtime says that it could not load the handler. */
    startFailure: startFailure.promise,
    call: (event: unknown) =>
      new Promise<Outcome>((end) => {
        const deadline = Date.now() + timeoutSeconds * 1000;
        calls.push({ id: crypto.randomUUID(), event, deadline, end });
        handOver();
      }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
