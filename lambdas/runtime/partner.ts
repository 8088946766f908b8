import { type Partner, partnerOf } from '../../shared/partners/index.ts';
import { environment } from './environment.ts';

/** The university of this deployment. */
export const partner = (): Partner => partnerOf(environment('PARTNER'));
