import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useErrors, useFoundErrors } from '../form-state/errors.ts';
import { saveInBackground } from '../form-state/navigation.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { parseLocationState } from '../session/location-state.ts';
import { isWideScreen } from '../ui/dom.ts';
import { Link } from '../ui/link.tsx';
import { speak } from '../ui/speak.ts';
import { submitId } from './anchors.ts';
import { type ErrorLink, errorLinks } from './error-links.ts';
import { StatusStrip } from './save-status-line.tsx';
import './validation-summary.css';

/**
 * All errors, by page, and the next one in a line that stays visible. Shown only while the status is
 * validating.
 */
export default function ValidationSummary() {
  const links = errorLinks(useErrors());
  return (
    <>
      {links.length > 0 && <Summary links={links} />}
      <StatusStrip>
        <NextError links={links} />
      </StatusStrip>
    </>
  );
}

interface Props {
  readonly links: readonly ErrorLink[];
}

function Summary({ links }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // On a phone, links to other pages are folded: they would push the form below the screen.
  const [isWide] = useState(isWideScreen);
  const { key, pathname, state } = useLocation();
  const shouldFocus = parseLocationState(state).focus === 'summary';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed submission is a new location and moves the focus once
  useEffect(() => {
    if (!shouldFocus) return;
    // Browsers center a focused element, so the heading is scrolled to the top first.
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [key, shouldFocus]);
  const pages = partnerForm().pages.map(({ path, label }) => ({
    ...{ path, label },
    links: links.filter(({ page }) => page === path),
  }));
  return (
    <section className="summary" aria-labelledby="summary-title">
      <h2 id="summary-title" ref={heading} tabIndex={-1}>
        We're missing some information!
      </h2>
      <p>
        The links below show what needs to be completed. Missing items are highlighted on each page. Please
        fix them and resubmit your application.
      </p>
      <div className="summary-pages">
        {pages
          .filter((page) => page.links.length > 0)
          .map((page) => (
            <details key={page.path} open={isWide || page.path === pathname}>
              <summary>
                <h3>{page.label}</h3>
              </summary>
              <ul>
                {page.links.map((link) => (
                  <SummaryLink key={`${link.key} ${link.message}`} link={link} />
                ))}
              </ul>
            </details>
          ))}
      </div>
    </section>
  );
}

const SummaryLink = ({ link: { page, key, message, detail } }: { link: ErrorLink }) => (
  <li>
    <Link to={`${page}#${key}`} replace onClick={saveInBackground}>
      <span>{message}</span>
      {detail && <span>{` (${detail})`}</span>}
    </Link>
  </li>
);

/** The error after the one that the URL names, or the first. */
function nextOf(links: readonly ErrorLink[], hash: string): ErrorLink | undefined {
  const current = links.findIndex(({ key }) => `#${key}` === hash);
  return links[current + 1] ?? links[0];
}

const doneText = 'All done.';

/** Speaks when the last error is fixed, once the user has left its field. */
function useSpokenEnd(isDone: boolean): void {
  const found = useFoundErrors();
  const wasDone = useRef(isDone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error that goes while the user types may come back
  useEffect(() => {
    if (isDone && !wasDone.current) speak(doneText);
    wasDone.current = isDone;
  }, [found]);
}

/**
 * Number of errors left, with a link to the next one, and finally to Submit: applicants need not scroll
 * back to the list after each correction. The number is spoken when the link is pressed, not after each
 * correction.
 */
function NextError({ links }: Props) {
  useSpokenEnd(links.length === 0);
  const next = nextOf(links, useLocation().hash);
  const leftText = `${links.length} left.`;
  const submitPage = partnerForm().pages.at(-1)?.path ?? '';
  const target = next === undefined ? `${submitPage}#${submitId}` : `${next.page}#${next.key}`;
  return (
    <nav className="next-error" aria-label="Missing answers">
      <p>{next === undefined ? doneText : leftText}</p>
      <Link
        to={target}
        replace
        onClick={() => {
          if (next !== undefined) speak(leftText);
          saveInBackground();
        }}
      >
        {next === undefined ? 'Go to Submit' : `Next: ${next.question}`}
      </Link>
    </nav>
  );
}
