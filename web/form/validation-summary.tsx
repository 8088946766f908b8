import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { pageOf } from '../../shared/form/index.ts';
import { useErrors } from '../form-state/errors.ts';
import { saveInBackground } from '../form-state/navigation.ts';
import { missingDateMessage } from '../form-state/partial-dates.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { parseLocationState } from '../session/location-state.ts';
import { defaultPath } from '../session/paths.ts';
import { withLocations } from './summary-labels.ts';

interface Missing {
  readonly key: string;
  readonly page: string;
  readonly message: string;
  /** What the message is about, where it stands more than once. */
  readonly place: string;
}

/** What goes behind a message: what it is about, and what a partial date still needs. */
const detailOf = ({ key, place }: Missing) => [place, missingDateMessage(key)].filter(Boolean).join(': ');

function usePagesMissing(): readonly { readonly label: string; readonly missing: readonly Missing[] }[] {
  const found = useErrors();
  const all = withLocations(
    Object.entries(found).flatMap(([key, messages]) =>
      [...new Set(messages)].map((message) => ({
        key,
        message,
        page: pageOf(partnerForm(), key) ?? defaultPath,
      })),
    ),
  );
  return partnerForm()
    .pages.map(({ path, label }) => ({ label, missing: all.filter(({ page }) => page === path) }))
    .filter(({ missing }) => missing.length > 0);
}

/** Everything that is missing, page by page, each leading to its field. Shown only while validating. */
export default function ValidationSummary() {
  const pages = usePagesMissing();
  const summary = useRef<HTMLElement>(null);
  const { key, state } = useLocation();
  const takesFocus = parseLocationState(state).focus === 'summary';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed submission is a new location and takes the focus once
  useEffect(() => {
    if (takesFocus) summary.current?.focus();
  }, [key, takesFocus]);
  if (pages.length === 0) return null;
  return (
    <section ref={summary} className="summary" tabIndex={-1} aria-labelledby="summary-title">
      <h2 id="summary-title">We're missing some information!</h2>
      <p>
        The links below show what needs to be completed. Missing items are highlighted on each page. Please
        fix them and resubmit your application.
      </p>
      <div className="summary-pages">
        {pages.map(({ label, missing }) => (
          <div key={label}>
            <h3>{label}</h3>
            <ul>
              {missing.map((each) => (
                <MissingLink key={`${each.key} ${each.message}`} missing={each} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

function MissingLink({ missing }: { missing: Missing }) {
  const detail = detailOf(missing);
  return (
    <li>
      <Link to={`${missing.page}#${missing.key}`} replace onClick={saveInBackground}>
        <span>{missing.message}</span>
        {detail && <span> ({detail})</span>}
      </Link>
    </li>
  );
}
