import { join } from 'node:path';
import { root } from '../../build/root.ts';
import { asStarted, type Life } from '../applicants/product.ts';

interface Place {
  readonly port: number;
  readonly data: string;
  readonly seed: number;
}

const lab = join(root, 'scripts/lab');

/** Shifts the clock of the cloud's services only. The functions keep the right time. */
const withClock = (title: string, seconds: number) => (place: Place) => ({
  title,
  args: ['--import', join(lab, 'chaos/shift-clock.ts'), ...asStarted(place.port, place.data)],
  env: { CHAOS_CLOCK_SHIFT_SECONDS: String(seconds) },
});

const lives: readonly ((place: Place) => Life)[] = [
  ({ port, data }) => ({ title: 'as npm start runs it', args: asStarted(port, data) }),
  ({ port, data, seed }) => ({
    title: 'with events twice, late and out of order',
    args: [join(lab, 'chaos/unreliable-events.ts'), String(port), data, String(seed)],
  }),
  withClock("with the cloud's clock two minutes ahead of its functions'", 120),
  withClock("with the cloud's clock two minutes behind its functions'", -120),
];

/** The way in which the product runs between two kills. The ways alternate. */
export const lifeAt = (index: number, place: Place): Life => {
  const life = lives[index % lives.length];
  if (life === undefined) throw new RangeError(`There is no life ${index}.`);
  return life(place);
};
