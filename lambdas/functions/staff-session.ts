import { staffSession } from '../../shared/api/console.ts';
import { serve } from '../http/serve.ts';
import { sessionCalls } from '../staff/sign-in.ts';

export const handler = serve(staffSession, sessionCalls);
