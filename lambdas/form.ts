import { type Application, applicationOf } from '../shared/application/index.ts';
import { today } from './clock.ts';
import { partner } from './site.ts';

/** The form as this deployment asks it today. */
export const application = (): Application => applicationOf(partner(), today());
