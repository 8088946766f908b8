import type { World } from './world.ts';

// What the clock does: it delivers packages and ends erasures.

/** Delivers the package of a submission whose function asked for that, or what is pending. */
export async function deliver(world: World, whose: 'the last submission' | 'what is pending'): Promise<void> {
  const { cloud } = world;
  world.hasDeliveries = true;
  if (whose === 'what is pending') await cloud.invoke('delivery', {});
  else {
    const asked = cloud.deliveries.pop();
    if (asked !== undefined) await cloud.invoke('delivery', JSON.parse(asked));
  }
}

export const endErasures = ({ cloud }: World) =>
  cloud.invoke('retention', { 'detail-type': 'Scheduled Event' });
