import { type Partner, partnerOf } from '../../shared/partners/index.ts';
import { environment } from './environment.ts';

/** The university this deployment works for. */
export const partner = (): Partner => partnerOf(environment('PARTNER'));
