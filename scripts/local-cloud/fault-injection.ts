import type { ServerResponse } from 'node:http';
import { type Request, ServiceError, sendFailure } from './http.ts';

/** How a service that speaks JSON refuses a call: by AWS's name for it, and with what else the refusal says. */
interface Refused {
  readonly refusedAs: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Trouble that some requests meet: their connection breaks, they wait until it is over, or a service refuses them. */
export interface Disruption {
  readonly meets: (request: Request) => boolean;
  readonly trouble: 'cut' | 'held' | Refused;
}

/** What is out of order in this cloud. Nothing is, until somebody breaks it to see what the product then does. */
export class Disruptions {
  readonly #lasting = new Map<Disruption, Promise<void>>();

  /** Lasts until the returned function is called. */
  begin(disruption: Disruption): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lasting.set(disruption, promise);
    return () => {
      this.#lasting.delete(disruption);
      resolve();
    };
  }

  /** Whether a request is served, now or once what holds it is over. */
  async letsThrough(request: Request, response: ServerResponse): Promise<boolean> {
    const met = [...this.#lasting].filter(([{ meets }]) => meets(request));
    if (met.some(([{ trouble }]) => trouble === 'cut')) {
      response.destroy();
      return false;
    }
    for (const [{ trouble }, over] of met) {
      if (typeof trouble === 'string') await over;
      else return refuse(trouble, request, response);
    }
    return true;
  }
}

function refuse({ refusedAs, details }: Refused, { headers }: Request, response: ServerResponse): false {
  sendFailure(
    response,
    new ServiceError(refusedAs, 'Out of order.', 400, details),
    headers['content-type'] ?? 'application/json',
  );
  return false;
}
