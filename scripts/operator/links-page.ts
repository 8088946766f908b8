import { escapeHtml, htmlPage } from '../../shared/report/html-page.ts';

interface Link {
  readonly user: string;
  readonly view: string;
  readonly pdf: string;
  readonly ends: string;
  /** The id that `npx matricula staff revoke-link` takes. */
  readonly id: string;
}
interface Refused {
  readonly user: string;
  readonly refused: string;
}

const linkTo = (url: string, text: string) =>
  `<a href="${escapeHtml(url)}" target="_blank" rel="noreferrer">${text}</a>`;

const cellOf = (outcome: Link | Refused): string =>
  'refused' in outcome
    ? escapeHtml(outcome.refused)
    : `${linkTo(outcome.view, 'View')} · ${linkTo(outcome.pdf, 'PDF')}, until ${escapeHtml(outcome.ends)}. ID: ${escapeHtml(outcome.id)}`;

/** A page of staff links. Anyone with the page can read these applications until the links end. */
export function linksPage(outcomes: readonly (Link | Refused)[]): string {
  const rows = outcomes.map(
    (outcome) => `<tr><th scope="row">${escapeHtml(outcome.user)}</th><td>${cellOf(outcome)}</td></tr>`,
  );
  return htmlPage(
    'Staff links',
    `<p>Anyone with this file can read these applications until the links end. Delete it afterwards.</p>
<table><caption>Applications</caption><tbody>${rows.join('\n')}</tbody></table>`,
  );
}
