import type { LookupRecord } from '../../../shared/lookup/record.ts';

/** Countries with a USPS state code. */
const associatedStates: Readonly<Record<string, string>> = { FM: 'FSM', MH: 'MHL', PW: 'PLW' };

/**
 * The country of a postal state code, and the state if it belongs to the United States or its territories.
 */
export const regionOf = (state: string): Pick<LookupRecord, 'country' | 'state'> => {
  const country = associatedStates[state];
  return country === undefined ? { country: 'USA', state } : { country, state: '' };
};

/** A ZIP code with the leading zeros that spreadsheets remove, and a hyphen if it has nine digits. */
export function zipCode(cell: string): string {
  const [zip = '', more] = cell.split('-');
  if (!/^\d+$/.test(zip)) return cell;
  if (more !== undefined) return `${zip.padStart(5, '0')}-${more.padStart(4, '0')}`;
  return zip.length <= 5 ? zip.padStart(5, '0') : zip.padStart(9, '0').replace(/(?=\d{4}$)/, '-');
}
