import * as z from 'zod/mini';
import type { Event, Middleware, MiddlewareRequest } from '../request.ts';

const waiting = 'The PDF is being prepared. It opens here by itself, usually within a few seconds.';
/** Seconds after which a waiting page asks again. */
const again = 2;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

const messageBody = z.object({ message: z.string() });

/** The words of an error response; those of waiting for any other. */
function wordsOf(body: string | undefined): string {
  const parsed = messageBody.safeParse(JSON.parse(body ?? '{}'));
  return parsed.success ? parsed.data.message : waiting;
}

const pageWith = (words: string, isWaiting: boolean) =>
  [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">',
    isWaiting ? `<meta http-equiv="refresh" content="${again}">` : '',
    `<title>Application PDF</title><h1>Application PDF</h1><p role="status">${escaped(words)}</p></html>`,
  ].join('');

const acceptsPages = ({ headers }: Event) => /(^|,)\s*text\/html\b/i.test(headers.accept ?? '');

/** Only a call whose contract says so, and only to a browser that asks for a page; programs get JSON. */
function showPage({ event, context, response }: MiddlewareRequest): void {
  if (!context.operation?.contract.isOpenedInBrowser || !acceptsPages(event)) return;
  if (!response || response.statusCode === 302) return;
  const isWaiting = response.statusCode === 202;
  response.headers = { ...response.headers, 'content-type': 'text/html; charset=utf-8' };
  response.body = pageWith(wordsOf(response.body), isWaiting);
}

export const browserPage: Middleware = { after: showPage, onError: showPage };
