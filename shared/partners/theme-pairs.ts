import { shapeContrast, textContrast } from '../rules/contrast.ts';
import type { Partner } from './partner.ts';

type Theme = Partner['theme'];
type Shade = { [Color in keyof Theme]: `${Color}.${keyof Theme[Color] & string}` }[keyof Theme];

export interface Pair {
  readonly foreground: Shade;
  readonly background: Shade;
  readonly minimum: number;
}

const text = (foreground: Shade, ...backgrounds: readonly Shade[]): readonly Pair[] =>
  backgrounds.map((background) => ({ foreground, background, minimum: textContrast }));
const shape = (foreground: Shade, ...backgrounds: readonly Shade[]): readonly Pair[] =>
  backgrounds.map((background) => ({ foreground, background, minimum: shapeContrast }));

/**
 * The colors that the styles of web/theme put on top of each other in both schemes, and the least contrast of
 * each pair.
 */
export const themePairs: readonly Pair[] = [
  ...text('neutral.dark', 'neutral.extraLight', 'white.main', 'white.dark', 'primary.extraLight'),
  ...text('neutral.dark', 'accent.extraLight', 'error.extraLight', 'secondary.light'),
  ...text('neutral.main', 'neutral.extraLight', 'white.main'),
  ...text('primary.dark', 'neutral.extraLight', 'white.main', 'white.dark', 'primary.extraLight'),
  ...text('primary.dark', 'secondary.light'),
  ...text('primary.main', 'white.main'),
  ...text('accent.main', 'white.main', 'white.dark', 'neutral.extraLight', 'accent.extraLight'),
  ...text('white.main', 'primary.main', 'primary.dark', 'error.main', 'error.dark'),
  ...text('error.main', 'white.main', 'neutral.extraLight'),
  ...text('error.dark', 'error.extraLight'),
  ...text('disabled.dark', 'disabled.light'),
  ...shape('accent.main', 'white.main', 'neutral.extraLight', 'error.extraLight'),
  ...shape('primary.main', 'white.main', 'primary.extraLight'),
  ...shape('error.main', 'white.main', 'error.extraLight'),
];

/** The header, which is the same in both schemes: its text, the crest and the focus ring. */
export const bandPairs: readonly Pair[] = [
  ...text('white.main', 'primary.dark'),
  ...text('primary.dark', 'secondary.main'),
  ...shape('secondary.light', 'primary.dark'),
];

export function colorOf(theme: Theme, shade: Shade): string {
  const [color = '', name = ''] = shade.split('.');
  return (theme as Readonly<Record<string, Readonly<Record<string, string>>>>)[color]?.[name] ?? '';
}
