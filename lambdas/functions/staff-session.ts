import { staffSession } from '../../shared/api/console.ts';
import { sessionCalls } from '../handlers/console-session.ts';
import { serve } from '../http/serve.ts';

export const handler = serve(staffSession, sessionCalls);
