import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Request, ServiceError, sendFailure } from './http.ts';

/** An error response of an AWS JSON service: its name, and other members of the response. */
interface ServiceFault {
  readonly errorName: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Requests that are served late. */
interface Delay {
  readonly milliseconds: number;
}

/**
 * Effect on matching requests: close the connection before or after the service has served them, delay until
 * the fault ends, delay for a fixed time, or fail in the service.
 */
export interface Fault {
  readonly matches: (request: Request) => boolean;
  readonly effect: 'cut' | 'reply lost' | 'held' | Delay | ServiceFault;
}

/** The faults that a test has injected into this cloud. */
export class FaultInjection {
  readonly #faults = new Map<Fault, Promise<void>>();

  /** The fault lasts until the returned function is called. */
  inject(fault: Fault): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#faults.set(fault, promise);
    return () => {
      this.#faults.delete(fault);
      resolve();
    };
  }

  /** Applies the matching faults, which may take time. Returns true if the request may be served now. */
  async letsThrough(request: Request, response: ServerResponse): Promise<boolean> {
    const matching = [...this.#faults].filter(([{ matches }]) => matches(request));
    if (matching.some(([{ effect }]) => effect === 'cut')) {
      response.destroy();
      return false;
    }
    for (const [{ effect }, ended] of matching) {
      if (effect === 'held') await ended;
      if (effect === 'reply lost') response.end = () => response.destroy();
      if (typeof effect === 'string') continue;
      if ('milliseconds' in effect) {
        await pause(effect.milliseconds);
        continue;
      }
      return fail(effect, request, response);
    }
    return true;
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
