import type { contracts } from '../../shared/api/contracts.ts';
import { lookup } from '../../shared/api/lookup.ts';
import { visitor } from '../../shared/api/visitor.ts';
import { visitorCalls } from '../handlers/device-link.ts';
import { lookupCalls } from '../handlers/lookup.ts';
import { serve } from '../http/serve.ts';

const calls: (typeof contracts)['public'] = { ...lookup, ...visitor };

export const handler = serve(calls, { ...lookupCalls, ...visitorCalls });
