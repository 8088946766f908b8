import { type Partner, type PartnerWithSettings, partnerOf } from '../../shared/partners/index.ts';
import { environment } from './environment.ts';

/** The university of this deployment, with the settings of its file. */
export const partnerOfFile = (): PartnerWithSettings => partnerOf(environment('PARTNER'));

/** The university of this deployment. Settings that the office publishes: lambdas/table/settings.ts. */
export const partner = (): Partner => partnerOfFile();
