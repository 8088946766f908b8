import { Suspense } from 'react';
import { isDevelopment } from '../api-client/site-config.ts';
import { useErrorAnnouncement } from '../form-state/errors.ts';
import { useSaveStatus } from '../form-state/save-status.ts';
import { loadForm, startForm } from '../form-state/start-form.ts';
import { AccountMenu } from '../layout/account-menu.tsx';
import { Footer } from '../layout/footer.tsx';
import { Header } from '../layout/header.tsx';
import { OptionalPart, useAsyncErrors } from '../layout/optional-part.tsx';
import { RouteGuard } from '../layout/route-guard.tsx';
import { Deferred } from '../ui/deferred.tsx';
import { lazyWithRetry } from '../ui/retry.ts';
import { useSpokenText } from '../ui/speak.ts';
import { isAnchor } from './anchors.ts';
import { loadSummary } from './load-summary.ts';
import { StepNav } from './step-nav.tsx';

/** The live regions of the form: several new errors as one message, and one region for every status. */
export const Announcements = () => (
  <>
    <div className="unseen" role="alert">
      {useErrorAnnouncement()}
    </div>
    <div className="unseen" role="status">
      {useSpokenText()}
    </div>
  </>
);

const Conflicts = lazyWithRetry(async () => ({ default: (await import('./conflicts.tsx')).Conflicts }));

const ConfigurationWarnings = lazyWithRetry(() => import('./configuration-warnings.tsx'));

/** Loads everything that a form page needs to render. */
export function loader(): Promise<void> {
  startForm();
  return loadForm(loadSummary);
}

/** The layout of the form pages and the completion page: header with steps, announcements and footer. */
export function Component() {
  useAsyncErrors();
  const hasConflicts = Object.keys(useSaveStatus().conflicts).length > 0;
  return (
    <>
      <Header menu={<AccountMenu />}>
        <StepNav />
      </Header>
      {isDevelopment() && (
        <OptionalPart fallback={null}>
          <Deferred>
            <ConfigurationWarnings />
          </Deferred>
        </OptionalPart>
      )}
      <RouteGuard isAnchor={isAnchor} />
      <Announcements />
      <OptionalPart fallback={null}>
        <Suspense>{hasConflicts && <Conflicts />}</Suspense>
      </OptionalPart>
      <Footer />
    </>
  );
}
