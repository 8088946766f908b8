import * as z from 'zod/mini';
import type { CallPage } from '../../../shared/api/contract.ts';
import type { Event, Middleware, MiddlewareRequest } from '../request.ts';

const waiting = "We're preparing the PDF. It will open here in a few seconds.";
/** Time after which a waiting page asks again. */
const retrySeconds = 2;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

const messageBody = z.object({ message: z.string() });

/** The words of an error response; those of waiting for any other. */
function wordsOf(body: string | undefined): string {
  const parsed = messageBody.safeParse(JSON.parse(body ?? '{}'));
  return parsed.success ? parsed.data.message : waiting;
}

interface Page {
  readonly title: string;
  readonly words: string;
  readonly isWaiting: boolean;
  readonly button: string | undefined;
  readonly links: NonNullable<CallPage['links']>;
}

const pageOf = ({ title, words, isWaiting, button, links }: Page) =>
  [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">',
    isWaiting ? `<meta http-equiv="refresh" content="${retrySeconds}">` : '',
    `<title>${escaped(title)}</title><h1>${escaped(title)}</h1><p role="status">${escaped(words)}</p>`,
    button === undefined ? '' : `<form method="post"><button>${escaped(button)}</button></form>`,
    ...links.map(({ text, href }) => `<p><a href="${escaped(href)}">${escaped(text)}</a></p>`),
    '</html>',
  ].join('');

const acceptsPages = ({ headers }: Event) => /(^|,)\s*text\/html\b/i.test(headers.accept ?? '');

/** Only a call whose contract says so, and only to a browser that asks for a page; programs get JSON. */
function showPage({ event, context, response }: MiddlewareRequest): void {
  const page = context.operation?.contract.page;
  if (page === undefined || !acceptsPages(event)) return;
  if (!response || response.statusCode === 302) return;
  const { title, button, links = [] } = page;
  const [isWaiting, isDone] = [response.statusCode === 202, response.statusCode === 200];
  response.headers = { ...response.headers, 'content-type': 'text/html; charset=utf-8' };
  const words = wordsOf(response.body);
  response.body = pageOf({
    ...{ title, words, isWaiting },
    button: isDone ? button : undefined,
    links: isWaiting || isDone ? [] : links,
  });
}

export const browserPage: Middleware = { after: showPage, onError: showPage };
