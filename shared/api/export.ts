import * as z from 'zod/mini';
import { applicationPackage } from '../package/application-package.ts';
import { beginsWithDay } from './applications.ts';
import { text } from './fields.ts';

// The commands by which submitted applications are exported, and their responses.

/** As many as the function reads in a few seconds. */
export const maxExported = 100;

export const exportLists = ['submitted', 'changed'] as const;
export type ExportList = (typeof exportLists)[number];

export const exportCommands = [
  z.strictObject({ command: z.literal('export-columns') }),
  z.strictObject({
    command: z.literal('export-page'),
    /** A day, or where the page before ended. */
    after: text('after', 400).check(beginsWithDay('after')),
    limit: z.int().check(z.gte(1), z.lte(maxExported)),
    /** `changed`: those whose checklist or withdrawal changed, by the last change. */
    list: z.optional(z.enum(exportLists)),
  }),
] as const;

export const exportColumnsReply = z.object({
  /** The id of the partner. */
  partner: z.string(),
  keys: z.array(z.string()),
  /** The ids of the checklist items. */
  items: z.array(z.string()),
  /** Names of facts that may change after the submission. */
  facts: z.array(z.string()),
});
export const exportPageReply = z.object({
  packages: z.array(applicationPackage),
  next: z.string(),
  isDone: z.boolean(),
});
export type ExportPageReply = z.output<typeof exportPageReply>;

/** A deleted application that had been submitted: for systems that have a copy. It names no applicant. */
export const erasedApplication = z.object({
  confirmation: z.string(),
  /** Time at which the deletion was complete (ISO 8601). */
  erased_at: z.string(),
  /** `operator`: the office requested it. `years-over`: its retention period ended. */
  reason: z.string(),
});
export type ErasedApplication = z.output<typeof erasedApplication>;
