import { createHash } from 'node:crypto';
import type { CallPage } from '../../shared/api/contract.ts';
import { pageStyle } from '../../shared/partners/theme-style.ts';
import { partner } from '../runtime/partner.ts';

/** Time after which a waiting page asks again. */
const retrySeconds = 2;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

export interface Page {
  readonly title: string;
  readonly words: string;
  readonly isWaiting: boolean;
  readonly button: string | undefined;
  /** The first one looks like a button. */
  readonly links: NonNullable<CallPage['links']>;
}

/** A page with one card, in the colors of the university. */
export function pageOf({ title, words, isWaiting, button, links }: Page): string {
  const { name } = partner();
  const style = pageStyle(partner());
  const hash = createHash('sha256').update(style).digest('base64');
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="style-src 'sha256-${hash}'">`,
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">',
    isWaiting ? `<meta http-equiv="refresh" content="${retrySeconds}">` : '',
    `<title>${escaped(title)}</title><style>${style}</style>`,
    `<main><span class="crest" aria-hidden="true">${escaped(name.slice(0, 1))}</span>`,
    `<p class="name">${escaped(name)}</p><h1>${escaped(title)}</h1><p role="status">${escaped(words)}</p>`,
    button === undefined ? '' : `<form method="post"><button>${escaped(button)}</button></form>`,
    ...links.map(
      ({ text, href }, place) =>
        `<a${place === 0 ? ' class="button"' : ''} href="${escaped(href)}">${escaped(text)}</a>`,
    ),
    '</main></html>',
  ].join('');
}
