import type { ExportFormat } from '../../../shared/export/format-names.ts';
import type { TargetOptions } from '../target.ts';

export interface ExportOptions extends TargetOptions {
  readonly out: string;
  readonly since?: string;
  readonly cursor?: string;
  readonly format: ExportFormat;
  readonly changes: boolean;
  readonly withoutPdfs: boolean;
  readonly zipMegabytes: number;
}
