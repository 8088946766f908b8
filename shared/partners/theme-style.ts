import { darkTheme } from './dark-theme.ts';
import type { Partner } from './partner.ts';

const hyphenated = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const propertiesOf = (theme: Partner['theme']): readonly string[] =>
  Object.entries(theme).flatMap(([color, shades]) =>
    Object.entries(shades).map(([shade, value]) => `--${color}-${hyphenated(shade)}:${value}`),
  );

/**
 * The partner's theme as CSS custom properties: `--primary-main` and so on. The band of the header is the
 * same in both schemes. Paper is light.
 */
export function themeStyle({ theme }: Partner): string {
  const light = propertiesOf(theme);
  const band = [
    `--band:${theme.primary.dark}`,
    `--on-band:${theme.white.main}`,
    `--band-ring:${theme.secondary.light}`,
  ];
  const dark = propertiesOf(darkTheme(theme)).filter((property) => !light.includes(property));
  return `:root{${[...light, ...band].join(';')}}@media screen and (prefers-color-scheme:dark){:root{${dark.join(';')}}}`;
}

/** The sign-in page of the console in few rules, with the fonts of the device. */
const pageRules = [
  '*{box-sizing:border-box;margin:0}',
  ':root{color-scheme:light dark}',
  'body{display:grid;place-items:center;min-height:100dvh;padding:1rem;font:1.0625rem/1.55 system-ui,sans-serif;',
  'color:var(--neutral-dark);background:var(--neutral-extra-light)}',
  'main{display:grid;justify-items:start;gap:.8rem;width:min(28rem,100%);padding:2rem;overflow-wrap:anywhere;',
  'background:var(--white-main);border:1px solid var(--neutral-light);border-top:4px solid var(--secondary-main);',
  'border-radius:.875rem}',
  'h1,.name{font-family:Georgia,serif;line-height:1.2;color:var(--primary-dark)}',
  'h1{font-size:1.75rem}.name{font-size:1.25rem;font-weight:600}',
  '.crest{display:grid;place-items:center;width:3rem;height:3.4rem;font:600 1.7rem Georgia,serif;',
  'color:var(--band);background:var(--secondary-main);clip-path:polygon(0 0,100% 0,100% 72%,50% 100%,0 72%)}',
  'a{color:var(--accent-main);text-underline-offset:.18em}',
  'button,.button{display:inline-block;width:100%;padding:.7rem 1.3rem;font:inherit;font-weight:600;text-align:center;',
  'text-decoration:none;color:var(--white-main);background:var(--primary-main);border:1.5px solid transparent;',
  'border-radius:.625rem;cursor:pointer}',
  ':focus-visible{outline:3px solid var(--accent-main);outline-offset:2px}',
].join('');

/** The style sheet of the pages that functions write. The content security policy allows it by its hash. */
export const pageStyle = (partner: Partner): string => themeStyle(partner) + pageRules;
