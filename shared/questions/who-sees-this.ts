import type { Partner } from '../partners/partner.ts';

/**
 * The partner's text on the staff who see the answers of a section. By default, that readers do not see a
 * section that audiences.ts hides from them; a partner with its own `copies` for readers says that itself.
 */
export const whoSeesThis = (
  { whoSeesThis: texts, copies }: Partner,
  section: keyof NonNullable<Partner['whoSeesThis']>,
): string =>
  texts?.[section] ??
  (section === 'citizenship' || copies?.reader ? '' : 'The people who read applications do not see this.');
