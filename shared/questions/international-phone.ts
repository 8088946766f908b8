import { text } from '../form/index.ts';

/** A number of another country, as typed: such numbers have no common format. */
export const internationalPhone = (label: string, settings: { readonly autoComplete?: string } = {}) =>
  text(label, {
    hint: 'For a number outside the United States and Canada. Include the country code.',
    inputMode: 'tel',
    ...settings,
    width: 'half',
  });
