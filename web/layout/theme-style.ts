import { darkTheme } from '../../shared/partners/dark-theme.ts';
import type { Partner } from '../../shared/partners/partner.ts';

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
