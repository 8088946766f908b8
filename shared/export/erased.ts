import type { ErasedApplication } from '../api/export.ts';
import { csvLine } from './csv.ts';

/** The file of deleted applications, for systems that have copies of them. */
export const erasedHead = csvLine(['application_id', 'erased_at', 'reason']);

export const erasedLine = ({ confirmation, erased_at, reason }: ErasedApplication): string =>
  csvLine([confirmation, erased_at, reason]);
