import { application } from '../../shared/api/application.ts';
import { applicationPdf } from '../../shared/api/application-pdf.ts';
import type { contracts } from '../../shared/api/contracts.ts';
import { documents } from '../../shared/api/documents.ts';
import { applicationCalls } from '../application/calls.ts';
import { documentCalls } from '../documents/calls.ts';
import { serve } from '../http/serve.ts';
import { pdfCalls } from '../pdf/latest-pdf.ts';

const calls: (typeof contracts)['applicant'] = { ...application, ...applicationPdf, ...documents };

export const handler = serve(calls, { ...applicationCalls, ...documentCalls, ...pdfCalls });
