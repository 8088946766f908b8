import { expect } from 'vitest';
import type { Fault, LocalCloud } from '../../scripts/local-cloud/index.ts';
import type { ApiClient } from './applicant.ts';
import { upload } from './documents.ts';
import { eventually } from './eventually.ts';
import { pdf } from './samples.ts';

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

/** Uploads a newer PDF, and runs an action before its conversion ends. */
export async function duringConversion(
  cloud: LocalCloud,
  { client, key }: { readonly client: ApiClient; readonly key: string },
  action: () => Promise<void>,
) {
  using conversion = holdCalls(
    cloud,
    ({ method, url }) => method === 'PUT' && url.pathname.includes('/documents/'),
  );
  await upload(client, key, 'newer.pdf', await pdf());
  await conversion.arrived();
  await action();
}
