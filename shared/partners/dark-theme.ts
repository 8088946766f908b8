import { contrast } from '../rules/contrast.ts';
import type { Partner } from './partner.ts';

type Theme = Partner['theme'];
type Shades = Theme['primary'];

const [black, white] = ['#000000', '#ffffff'];

const channels = (color: string): readonly number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));

/** The color that has `share` of the other one in it. */
function mix(color: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(color).map((part, index) => part + ((others[index] ?? 0) - part) * share);
  return `#${mixed.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Any bright color on any deep one has a contrast above 4.5: (0.05 * 8) / (1.05 / 12) is 4.57. */
const deep = (color: string): string => (contrast(color, white) >= 12 ? color : deep(mix(color, black, 0.1)));
const bright = (color: string): string =>
  contrast(color, black) >= 8 ? color : bright(mix(color, white, 0.1));

/**
 * The colors of a partner for browsers that prefer dark. Each color takes the role that it has in the light
 * theme: what is written there in a dark shade is written in a light one, and backgrounds are deep. The band
 * of the header keeps its colors.
 */
export function darkTheme({
  primary,
  secondary,
  accent,
  neutral,
  white: paper,
  error,
  disabled,
}: Theme): Theme {
  const card = deep(mix(neutral.dark, black, 0.25));
  const tint = ({ dark }: Shades) => deep(mix(dark, card, 0.5));
  const mirrored = (shades: Shades): Shades => ({
    extraLight: tint(shades),
    light: shades.main,
    main: bright(shades.light),
    dark: bright(shades.extraLight),
  });
  return {
    primary: mirrored(primary),
    secondary: { ...secondary, light: tint(secondary) },
    accent: mirrored(accent),
    neutral: {
      extraLight: deep(mix(neutral.dark, black, 0.5)),
      light: mix(neutral.main, card, 0.6),
      main: bright(neutral.main),
      dark: bright(neutral.light),
    },
    white: { ...paper, main: card, dark: deep(mix(neutral.dark, black, 0.4)) },
    error: mirrored(error),
    disabled: { ...disabled, light: tint(disabled), dark: bright(disabled.main) },
  };
}
