import { visitorRoutes } from '../../shared/api/application-routes.ts';
import { errorReportLimits } from '../../shared/rules/limits.ts';
import { call } from './call.ts';

/** Removes quoted text: browsers quote text that they could not parse, which may be an answer. */
const withoutQuotes = (text: string) => text.replaceAll(/"[^"]*"|'[^']*'/g, '"..."');

/** The stack without its message, which some browsers put first. */
const stackFrames = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /^\s*at |@/.test(line))
    .join('\n');

/** The parts of an error that may leave the browser. */
export function describeError(error: unknown) {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return {
    name: name.slice(0, errorReportLimits.name),
    message: withoutQuotes(message).slice(0, errorReportLimits.message),
    stack: stackFrames(stack).slice(0, errorReportLimits.stack),
  };
}

/** Reports the error that broke a page, as the error screen promises. Does not wait for the call. */
export function reportError(error: unknown): void {
  const body = { page: location.pathname.slice(0, errorReportLimits.page), ...describeError(error) };
  call(visitorRoutes.reportError, { body }).catch(() => {
    // Ignored: the browser console shows the error too.
  });
}
