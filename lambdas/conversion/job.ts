import * as z from 'zod/mini';

/** What the inspecting step hands on: one generation of one answer's document, and where its PDF goes. */
export const job = z.object({
  sub: z.string(),
  answer_key: z.string(),
  gen: z.string(),
  bucket: z.string(),
  key: z.string(),
  kind: z.enum(['pdf', 'png', 'jpeg', 'docx']),
  output_bucket: z.string(),
  output_key: z.string(),
});

export type Job = z.infer<typeof job>;

export type Converted = { readonly job: Job; readonly pages: number; readonly size: number };
export type NotConverted = { readonly job: Job; readonly refused: string };
