import { service } from '../../shared/api/staff.ts';
import { serve } from '../http/serve.ts';
import { serviceCalls } from '../staff/view.ts';

export const handler = serve(service, serviceCalls);
