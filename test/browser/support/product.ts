import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../../..');

/** The product in a separate process. */
export interface Product {
  readonly url: string;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts the product as `npm start` does, on any free port unless one is named. */
export async function startProduct(data: string, port = '0'): Promise<Product> {
  const main = join(root, 'scripts/main.ts');
  const child = spawn(process.execPath, [main, 'start', '--port', port, '--data', data], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await addressOf(child.stdout);
  return {
    url,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /^Ready: (\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      output.resume();
      return address;
    }
  }
  throw new Error('The local cloud ended before it was ready.');
}
