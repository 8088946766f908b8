import { expect } from 'vitest';
import type { Fault, LocalCloud } from '../../scripts/local-cloud/index.ts';
import { eventually } from './eventually.ts';

/** Requests of the product to an AWS service: an operation, with these texts in the body. */
export const asks =
  (operation: string, ...texts: readonly string[]): Fault['matches'] =>
  ({ headers, body }) =>
    (headers['x-amz-target']?.endsWith(`.${operation}`) ?? false) &&
    texts.every((text) => body.includes(text));

/** Delays calls of one kind until `goOn`, or the end of the block that is `using` it. */
export function holdCalls(cloud: LocalCloud, matches: Fault['matches']) {
  let held = 0;
  const goOn = cloud.injectFault({
    effect: 'held',
    matches: (request) => {
      const isMet = matches(request);
      held += Number(isMet);
      return isMet;
    },
  });
  const arrived = (count = 1) => eventually(() => expect(held).toBe(count));
  return { goOn, arrived, [Symbol.dispose]: goOn };
}
