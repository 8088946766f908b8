import { shapeContrast, textContrast } from '../rules/contrast.ts';
import type { Partner } from './partner.ts';

type Theme = Partner['theme'];
type Shade = { [Colour in keyof Theme]: `${Colour}.${keyof Theme[Colour] & string}` }[keyof Theme];

interface Pair {
  readonly front: Shade;
  readonly ground: Shade;
  readonly least: number;
}

const text = (front: Shade, ...grounds: readonly Shade[]): readonly Pair[] =>
  grounds.map((ground) => ({ front, ground, least: textContrast }));
const shape = (front: Shade, ...grounds: readonly Shade[]): readonly Pair[] =>
  grounds.map((ground) => ({ front, ground, least: shapeContrast }));

/** Which of a partner's colours stand on which (web/theme), and how much they have to differ (decision D-102). */
export const themePairs: readonly Pair[] = [
  ...text('neutral.dark', 'neutral.extraLight', 'white.main', 'accent.extraLight', 'error.extraLight'),
  ...text('neutral.main', 'neutral.extraLight', 'white.main'),
  ...text('primary.dark', 'neutral.extraLight', 'white.main', 'white.dark', 'primary.extraLight'),
  ...text('primary.dark', 'secondary.main', 'secondary.light'),
  ...text('primary.main', 'white.main'),
  ...text('accent.main', 'white.main', 'neutral.extraLight', 'accent.extraLight'),
  ...text('white.main', 'primary.main', 'primary.dark', 'error.main', 'error.dark'),
  ...text('error.main', 'white.main', 'neutral.extraLight'),
  ...text('error.dark', 'error.extraLight'),
  ...text('disabled.dark', 'disabled.light'),
  ...shape('accent.main', 'white.main', 'neutral.extraLight', 'error.extraLight'),
  ...shape('primary.main', 'white.main', 'primary.extraLight'),
  ...shape('error.main', 'white.main', 'error.extraLight'),
  ...shape('secondary.light', 'primary.dark'),
];

export function colorOf(theme: Theme, shade: Shade): string {
  const [colour = '', name = ''] = shade.split('.');
  return (theme as Readonly<Record<string, Readonly<Record<string, string>>>>)[colour]?.[name] ?? '';
}
