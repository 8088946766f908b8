import { text } from '../form/index.ts';

/** A number of another country, as typed: such numbers have no common format. */
export const internationalPhone = (label: string) =>
  text(label, {
    hint: 'With its country code, for a number outside the United States and Canada.',
    width: 'half',
  });
