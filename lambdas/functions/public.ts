import type { contracts } from '../../shared/api/contracts.ts';
import { lookup } from '../../shared/api/lookup.ts';
import { visitor } from '../../shared/api/visitor.ts';
import { visitorCalls } from '../application/visitor-calls.ts';
import { serve } from '../http/serve.ts';
import { lookupCalls } from '../lookup/calls.ts';

const calls: (typeof contracts)['public'] = { ...lookup, ...visitor };

export const handler = serve(calls, { ...lookupCalls, ...visitorCalls });
