import type { World } from './world.ts';

// Scheduled work: delivers packages and finishes erasures.

/** Delivers the package of the last submission that requested it, or does all pending work. */
export async function deliver(world: World, whose: 'the last submission' | 'what is pending'): Promise<void> {
  const { cloud } = world;
  world.hasDeliveries = true;
  if (whose === 'what is pending') await cloud.invoke('outbox', { task: 'outbox' });
  else {
    const asked = cloud.deliveries.pop();
    if (asked !== undefined) await cloud.invoke('outbox', JSON.parse(asked));
  }
}

export const endErasures = ({ cloud }: World) =>
  cloud.invoke('retention', { 'detail-type': 'Scheduled Event' });
