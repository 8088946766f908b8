const leet: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Letters in place of the digits and signs that stand for them. `1` may be an i or an l. */
export const withoutLeet = (text: string, one = 'i'): string =>
  text.replaceAll(/[013457@$!]/g, (sign) => (sign === '1' ? one : (leet[sign] ?? sign)));
