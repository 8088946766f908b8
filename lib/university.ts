import type * as z from 'zod/mini';
import type { PartnerWithSettings } from '../shared/partners/partner.ts';
import type { deploymentSchema } from './config/deployment.ts';

// The package of the repository, for the folder of a university: types only, so the folder needs no packages.

/** The default export of university.ts. */
export type University = PartnerWithSettings;
/** The default export of deployments.ts is a list of these. */
export type DeploymentSettings = z.input<typeof deploymentSchema>;
