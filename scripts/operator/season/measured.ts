import type { MeasuredApplicant } from './applicant.ts';
import json from './measured-applicant.json' with { type: 'json' };

/** One applicant's season on the local cloud. Measured in November 2026. */
export const measuredApplicant: MeasuredApplicant = json;
