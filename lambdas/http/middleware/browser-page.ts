import * as z from 'zod/mini';
import type { Event, Middleware, MiddlewareRequest } from '../request.ts';

const waiting = "We're preparing the PDF. It will open here in a few seconds.";
const messageBody = z.object({ message: z.string() });

/** The words of an error response; those of waiting for any other. */
function wordsOf(body: string | undefined): string {
  const parsed = messageBody.safeParse(JSON.parse(body ?? '{}'));
  return parsed.success ? parsed.data.message : waiting;
}

const acceptsPages = ({ headers }: Event) => /(^|,)\s*text\/html\b/i.test(headers.accept ?? '');

/**
 * Only a call whose contract says so, and only to a browser that asks for a page; programs get JSON. The page
 * loads when it is needed, which most calls never do.
 */
async function showPage({ event, context, response }: MiddlewareRequest): Promise<void> {
  const page = context.operation?.contract.page;
  if (page === undefined || !acceptsPages(event)) return;
  if (!response || response.statusCode === 302) return;
  const { title, button, links = [] } = page;
  const [isWaiting, isDone] = [response.statusCode === 202, response.statusCode === 200];
  response.headers = { ...response.headers, 'content-type': 'text/html; charset=utf-8' };
  const words = wordsOf(response.body);
  const { pageOf } = await import('../page.ts');
  response.body = pageOf({
    ...{ title, words, isWaiting },
    button: isDone ? button : undefined,
    links: isWaiting || isDone ? [] : links,
  });
}

export const browserPage: Middleware = { after: showPage, onError: showPage };
