// A browser in words, from what it says about itself. Anybody can make it say something else, so it is for
// the applicant only, and nothing but these words is stored.

type Names = readonly (readonly [pattern: RegExp, name: string])[];

/** In this order: most browsers also name those that they are like. */
const browsers: Names = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const devices: Names = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Real ones are shorter. */
const longest = 512;

/** 'Firefox on Windows', from the User-Agent header. */
export function browserName(userAgent: string): string {
  const text = userAgent.slice(0, longest);
  const nameIn = (names: Names) => names.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, device] = [nameIn(browsers), nameIn(devices)];
  if (browser === undefined && device === undefined) return 'An unknown browser';
  return device === undefined ? `${browser}` : `${browser ?? 'A browser'} on ${device}`;
}
