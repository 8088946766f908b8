import { partnerIds, partnerOf } from '../../../shared/partners/index.ts';
import { applicationOf } from '../../../shared/questions/index.ts';

/** The form that the browser benches are about: that of the first partner, today. */
export const form = applicationOf(partnerOf(partnerIds[0] ?? ''), new Date().toISOString().slice(0, 10));
