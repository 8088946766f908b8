import type { ServerResponse } from 'node:http';
import type { Request } from './http.ts';

/** Trouble that some requests meet: their connection breaks, or they wait until it is over. */
export interface Disruption {
  readonly meets: (request: Request) => boolean;
  readonly trouble: 'cut' | 'held';
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
    await Promise.all(met.map(([, over]) => over));
    return true;
  }
}
