import type { Request } from '../../http.ts';

/** A request, and the labels that earlier rules have set. */
export interface Inspection {
  readonly request: Request;
  readonly address: string;
  readonly labels: Set<string>;
}

export type Test = (inspection: Inspection) => boolean;
