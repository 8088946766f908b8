import { type Partner, type PartnerWithSettings, university } from '../../shared/partners/index.ts';

/** The university of this deployment, with the settings of its file. */
export const partnerOfFile = (): PartnerWithSettings => university;

/** The university of this deployment. Settings that the office publishes: lambdas/table/settings.ts. */
export const partner = (): Partner => partnerOfFile();
