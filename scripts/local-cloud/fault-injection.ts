import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Request, ServiceError, sendFailure } from './http.ts';

/** An error as a JSON service of AWS replies with it: its name, and the other members of the reply. */
interface ServiceFault {
  readonly errorName: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Requests that are served late. */
interface Delay {
  readonly milliseconds: number;
}

/**
 * What happens to the requests that match: their connection breaks, they wait for the end of the fault or for a while,
 * CloudFront cannot reach their origin, or a service fails.
 */
export interface Fault {
  readonly matches: (request: Request) => boolean;
  readonly effect: 'cut' | 'held' | 'origin down' | Delay | ServiceFault;
}

/** The faults that a test has injected into this cloud, to see what the product does then. */
export class FaultInjection {
  readonly #faults = new Map<Fault, Promise<void>>();
  readonly #onFailure: (request: Request, errorName: string) => void;

  /** `onFailure` hears of each request that a service failed. */
  constructor(onFailure: (request: Request, errorName: string) => void) {
    this.#onFailure = onFailure;
  }

  /** The fault lasts until the returned function is called. */
  inject(fault: Fault): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#faults.set(fault, promise);
    return () => {
      this.#faults.delete(fault);
      resolve();
    };
  }

  /** Whether a request is served: at once, late, or after the faults that hold it have ended. */
  async letsThrough(request: Request, response: ServerResponse): Promise<boolean> {
    const matching = [...this.#faults].filter(([{ matches }]) => matches(request));
    if (matching.some(([{ effect }]) => effect === 'cut')) {
      response.destroy();
      return false;
    }
    for (const [{ effect }, ended] of matching) {
      if (effect === 'held') await ended;
      if (typeof effect === 'string') continue;
      if ('milliseconds' in effect) {
        await pause(effect.milliseconds);
        continue;
      }
      this.#onFailure(request, effect.errorName);
      return fail(effect, request, response);
    }
    return true;
  }

  isOriginDown(request: Request): boolean {
    return [...this.#faults.keys()].some(
      ({ matches, effect }) => effect === 'origin down' && matches(request),
    );
  }
}

function fail({ errorName, details }: ServiceFault, { headers }: Request, response: ServerResponse): false {
  sendFailure(
    response,
    new ServiceError(errorName, 'Out of order.', 400, details),
    headers['content-type'] ?? 'application/json',
  );
  return false;
}
