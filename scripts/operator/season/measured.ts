import type { MeasuredApplicant } from './applicant.ts';
import json from './measured-applicant.json' with { type: 'json' };

/** One applicant's season on the local cloud. `npx matricula lab season --measure` writes it. */
export const measuredApplicant: MeasuredApplicant = json;
