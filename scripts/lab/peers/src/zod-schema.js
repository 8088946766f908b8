// biome-ignore lint/style/noRestrictedImports: as the documentation of zod shows it
import * as z from 'zod';
import { fields, isShown } from './common.jsx';

const textOf = ({ kind, maxLength }) => (kind === 'checkbox' ? z.boolean() : z.string().max(maxLength));

/** The rules of all fields. */
export const schema = z
  .object(Object.fromEntries(fields.map((field) => [field.key, textOf(field)])))
  .superRefine((answers, context) => {
    for (const field of fields)
      if (field.required !== undefined && !answers[field.key] && isShown(field, (key) => answers[key]))
        context.addIssue({ code: 'custom', path: [field.key], message: field.required });
  });

/** The messages of a failed validation with zod, by key. */
export function errorsOf(answers) {
  const { error } = schema.safeParse(answers);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]));
}
