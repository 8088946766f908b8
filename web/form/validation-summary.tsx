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

interface MissingAnswer {
  readonly key: string;
  readonly page: string;
  readonly message: string;
  /** The location of the message, when its text is not unique. */
  readonly location: string;
}

/** The location of a message, and what a partial date still needs. */
const detailOf = ({ key, location }: MissingAnswer) =>
  [location, missingDateMessage(key)].filter(Boolean).join(': ');

function usePagesMissing(): readonly {
  readonly label: string;
  readonly missing: readonly MissingAnswer[];
}[] {
  const errors = useErrors();
  const allMissing = withLocations(
    Object.entries(errors).flatMap(([key, messages]) =>
      [...new Set(messages)].map((message) => ({
        key,
        message,
        page: pageOf(partnerForm(), key) ?? defaultPath,
      })),
    ),
  );
  return partnerForm()
    .pages.map(({ path, label }) => ({ label, missing: allMissing.filter(({ page }) => page === path) }))
    .filter(({ missing }) => missing.length > 0);
}

/** All errors, by page, each with a link to its field. Shown only while the status is validating. */
export default function ValidationSummary() {
  const pages = usePagesMissing();
  const summary = useRef<HTMLElement>(null);
  const { key, state } = useLocation();
  const shouldFocus = parseLocationState(state).focus === 'summary';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed submission is a new location and moves the focus once
  useEffect(() => {
    if (shouldFocus) summary.current?.focus();
  }, [key, shouldFocus]);
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

function MissingLink({ missing }: { missing: MissingAnswer }) {
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
