import type { Fault, LocalCloud } from '../../scripts/local-cloud/index.ts';

/** Matches the requests that put an event on the bus for the university's systems. */
export const isEvent: Fault['matches'] = ({ headers }) => headers['x-amz-target'] === 'AWSEvents.PutEvents';

/** Collects the bodies of these requests, as a university's rule receives them. */
export function watchEvents(cloud: LocalCloud): readonly string[] {
  const bodies: string[] = [];
  cloud.injectFault({
    matches: (request) => {
      if (isEvent(request)) bodies.push(request.body.toString());
      return false;
    },
    effect: 'held',
  });
  return bodies;
}
