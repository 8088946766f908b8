import { createContext, Script } from 'node:vm';
import { LocalCloudError } from '../error.ts';

type Values = Readonly<
  Record<string, { readonly value: string; readonly multiValue?: readonly { readonly value: string }[] }>
>;

/**
 * A request as CloudFront Functions see it:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
 */
export interface EdgeRequest {
  readonly method: string;
  readonly uri: string;
  readonly querystring: Values;
  readonly headers: Values;
  readonly cookies: Values;
}

export interface EdgeResponse {
  readonly statusCode: number;
  readonly statusDescription?: string;
  readonly headers?: Values;
  readonly body?: string | { readonly data: string; readonly encoding: 'text' | 'base64' };
}

interface EdgeEvent {
  readonly version: '1.0';
  readonly context: Readonly<Record<string, string>>;
  readonly viewer: { readonly ip: string };
  readonly request: EdgeRequest;
  readonly response?: EdgeResponse;
}

/**
 * A CloudFront Function, run unchanged in a separate context without timers or network. As in CloudFront, its
 * top level runs once and its calls are sequential. Unlike there, an endless call is not stopped: it blocks
 * the local cloud.
 */
export class EdgeFunction {
  #handle: ((event: string) => string) | undefined;
  readonly #path: string;
  readonly #code: () => string;

  /** `localized` replaces the site's names in the code by this machine's, once its port is known. */
  constructor(path: string, code: string, localized: (code: string) => string = (same) => same) {
    if (/^\s*import\s/m.test(code))
      throw new LocalCloudError(`${path} imports a module, which the local cloud does not serve.`);
    this.#path = path;
    this.#code = () => localized(code);
  }

  #compiled(): (event: string) => string {
    const code = `${this.#code()}\n;(event) => JSON.stringify(handler(JSON.parse(event)));`;
    return new Script(code, { filename: this.#path }).runInContext(createContext({}));
  }

  run(event: EdgeEvent): unknown {
    try {
      this.#handle ??= this.#compiled();
      return JSON.parse(String(this.#handle(JSON.stringify(event))));
    } catch (error) {
      throw new Error(`${this.#path}: ${String(error)}`);
    }
  }
}
