/** Patterns of secrets. Placeholders in capitals, such as YOUR-KEY, do not match. */
const patterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['an AWS access key', /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z2-7]{16}\b/],
  ['an AWS secret key', /aws.{0,20}secret.{0,20}['"=:\s]+[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/i],
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})\b/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b|_authToken=[^$\s{]{10,}/],
  ['a Slack token or hook', /\bxox[abeprs]-[A-Za-z0-9-]{10,}|hooks\.slack\.com\/services\/T[A-Z0-9]+/],
  ['a Google key', /\bAIza[A-Za-z0-9_-]{35}\b/],
  ['a Stripe key', /\b[rs]k_live_[A-Za-z0-9]{20,}/],
  ['a signed token', /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{20,}/],
  ['a password in an address', /\b[a-z][a-z0-9+.-]{2,}:\/\/[^\s/:@'"`$<{]+:[^\s/@'"`$<{]{4,}@/],
];

export interface FoundSecret {
  readonly line: number;
  readonly kind: string;
}

/** The lines of a text that look like secrets, without the secrets, because the result is printed. */
export const secretsIn = (text: string): readonly FoundSecret[] =>
  text
    .split('\n')
    .flatMap((content, index) =>
      patterns.filter(([, pattern]) => pattern.test(content)).map(([kind]) => ({ line: index + 1, kind })),
    );
