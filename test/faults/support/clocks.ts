import type { World } from './world.ts';

// What the clock does: it delivers packages and ends erasures.

/** Delivers the package of a submission whose function asked for that, or what is owed. */
export async function deliver(world: World, whose: 'the last submission' | 'what is owed'): Promise<void> {
  const { cloud } = world;
  world.hasDeliveries = true;
  if (whose === 'what is owed') await cloud.invoke('arrival', {});
  else {
    const asked = cloud.arrivals.pop();
    if (asked !== undefined) await cloud.invoke('arrival', JSON.parse(asked));
  }
}

export const endErasures = ({ cloud }: World) =>
  cloud.invoke('retention', { 'detail-type': 'Scheduled Event' });
