import { routes } from '../../shared/api/routes.ts';
import { errorReportLimits } from '../../shared/rules/limits.ts';
import { call } from './call.ts';

/** A browser quotes the text that it could not read, which may be somebody's answer. */
const withoutQuotes = (text: string) => text.replaceAll(/"[^"]*"|'[^']*'/g, '"..."');

/** The places alone: some browsers begin with the message. */
const stackFrames = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /^\s*at |@/.test(line))
    .join('\n');

/** What of an error may leave the browser. */
export function describeError(error: unknown) {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return {
    name: name.slice(0, errorReportLimits.name),
    message: withoutQuotes(message).slice(0, errorReportLimits.message),
    stack: stackFrames(stack).slice(0, errorReportLimits.stack),
  };
}

/** Tells the office what broke a page, as the error screen says it does; nobody waits for it. */
export function reportError(error: unknown): void {
  const body = { page: location.pathname.slice(0, errorReportLimits.page), ...describeError(error) };
  call(routes.deviceLink.reportError, { body }).catch(() => {
    // The browser's own console has it too.
  });
}
