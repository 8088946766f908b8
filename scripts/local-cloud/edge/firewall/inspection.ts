import type { Request } from '../../http.ts';

/** A request, and what the rules so far have found in it. */
export interface Inspection {
  readonly request: Request;
  readonly address: string;
  readonly labels: Set<string>;
}

export type Test = (inspection: Inspection) => boolean;
