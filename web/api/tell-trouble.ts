import { routes } from '../../shared/api/routes.ts';
import { troubleLimits } from '../../shared/rules/limits.ts';
import { call } from './call.ts';

/** Tells the office what broke a page, as the error screen says it does; nobody waits for it. */
export function tellTrouble(error: unknown): void {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const body = {
    page: location.pathname.slice(0, troubleLimits.page),
    name: name.slice(0, troubleLimits.name),
    message: message.slice(0, troubleLimits.message),
    stack: stack.slice(0, troubleLimits.stack),
  };
  call(routes.temporary.tellTrouble, { body }).catch(() => {
    // The browser's own console has it too.
  });
}
