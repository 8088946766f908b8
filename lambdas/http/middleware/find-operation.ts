import { ApiError } from '../../runtime/errors.ts';
import type { Middleware, Operation } from '../request.ts';

/** Finds the contract and the handler of a call by its method and path. */
export const findOperation = (operations: ReadonlyMap<string, Operation>): Middleware => ({
  before({ event, context }) {
    const operation = operations.get(event.routeKey);
    // An empty parameter at the end of a path must not become the call without it.
    if (operation === undefined || event.rawPath.endsWith('/'))
      throw new ApiError('notFound', 'There is no such call.');
    context.operation = operation;
  },
});
