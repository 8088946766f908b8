import type { Mail } from './outbox.ts';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const linked = (text: string) => escaped(text).replace(/https?:\/\/[^\s<]+[^\s<.,)]/g, '<a href="$&">$&</a>');

const article = ({ to, subject, text, at }: Mail) => `<article>
<h2>${escaped(subject)}</h2>
<p class="head">To <strong>${escaped(to)}</strong> <time datetime="${at}">${at.replace('T', ' ').slice(0, 19)} UTC</time></p>
<p class="text">${linked(text)}</p>
</article>`;

const style = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #1c1f23; background: #f6f7f9; }
article { background: #fff; border: 1px solid #d5d9df; border-radius: 8px; padding: 1rem 1.25rem; margin: 1rem 0; }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin: 0 } .head { color: #515963; margin: .25rem 0 .75rem } .text { white-space: pre-wrap; margin: 0; overflow-wrap: anywhere }
time { float: right; font-variant-numeric: tabular-nums }`;

/** The page at /_local/mail: mail that the product sent, newest first. */
export function mailPage(mails: readonly Mail[]): string {
  const list = mails.length === 0 ? '<p>No mail has been sent yet.</p>' : mails.map(article).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="10"><title>Mail sent by this local cloud</title><style>${style}</style></head>
<body><h1>Mail sent by this local cloud</h1><p>Nothing leaves this machine. The newest mail is first; the page renews itself.</p>
${list}</body></html>`;
}
