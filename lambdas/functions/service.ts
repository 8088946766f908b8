import { service } from '../../shared/api/staff.ts';
import { serviceCalls } from '../handlers/staff.ts';
import { serve } from '../http/serve.ts';

export const handler = serve(service, serviceCalls);
