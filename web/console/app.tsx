import { Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter, Link, Route, Routes, useLocation } from 'react-router';
import { isAllowed } from '../../shared/api/staff-roles.ts';
import { reportError } from '../api-client/error-reports.ts';
import { whenFirstUsed } from '../ui/deferred.tsx';
import { lazyWithRetry } from '../ui/retry.ts';
import { useSpokenText } from '../ui/speak.ts';
import { useAction } from '../ui/use-action.ts';
import { checkMember } from './call-staff.ts';
import { Header } from './header.tsx';
import { ListPage } from './list-page.tsx';
import { Notices } from './notices.tsx';
import { auditLogPath, checklistPath, listPath, settingsPath, signedOutPath } from './paths.ts';
import { Problem } from './problem.tsx';
import { useConsoleSession, useMember } from './session.ts';
import { SessionDialogs } from './session-dialogs.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { useArrival } from './use-arrival.ts';

const loadApplicationPage = () => import('./application-page.tsx');
const ApplicationPage = lazyWithRetry(loadApplicationPage);
const ChecklistPage = lazyWithRetry(() => import('./checklist-page.tsx'));
const SettingsPage = lazyWithRetry(() => import('./settings-page.tsx'));
const AuditLogPage = lazyWithRetry(() => import('./audit-log-page.tsx'));

const slowMs = 6_000;

/** A page whose script loads. It is requested again until it loads, so a slow page says why. */
function Loading() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main id="main" className="page">
      <p role="status">
        {isSlow ? 'This page takes long to load. Check your network connection.' : 'Loading...'}
      </p>
    </main>
  );
}

/** The most frequent next page loads before it is opened. */
const preload = (): void => {
  loadApplicationPage().catch(() => {
    // Opening the page loads it again.
  });
};

interface MessagePageProps {
  readonly title: string;
  readonly text: string;
}

function MessagePage({ title, text }: MessagePageProps) {
  useArrival(title, title);
  return (
    <main id="main" className="page">
      <h1 tabIndex={-1}>{title}</h1>
      <p className="message-text">{text}</p>
      <p>
        <Link to={listPath}>All applications</Link>
      </p>
    </main>
  );
}

const BrokenPage = () => (
  <MessagePage
    title="This page cannot be shown"
    text="Something went wrong, and a report was sent. Reload the page, or go back to the list."
  />
);

function Pages() {
  const { roles } = useMember();
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path={listPath} element={<ListPage />} />
        <Route path="/staff/applications/:applicant" element={<ApplicationPage />} />
        {isAllowed(roles, 'checklist') && <Route path={checklistPath} element={<ChecklistPage />} />}
        {isAllowed(roles, 'settings') && <Route path={settingsPath} element={<SettingsPage />} />}
        {isAllowed(roles, 'auditLog') && <Route path={auditLogPath} element={<AuditLogPage />} />}
        <Route
          path="*"
          element={
            <MessagePage
              title="There is no such page"
              text="The link may be incomplete, or your role does not include the page."
            />
          }
        />
      </Routes>
    </Suspense>
  );
}

/** The only live region for status, in the page before its text. */
const Spoken = () => (
  <p className="unseen" role="status">
    {useSpokenText()}
  </p>
);

function SignedIn() {
  const { key } = useLocation();
  useEffect(() => whenFirstUsed(preload), []);
  return (
    <>
      <Header />
      <Notices />
      <ErrorBoundary fallback={<BrokenPage />} onError={reportError} resetKeys={[key]}>
        <Pages />
      </ErrorBoundary>
      <Spoken />
      <SessionDialogs />
    </>
  );
}

/** The first request for the person. If it fails, the page says so and offers to repeat it. */
function FirstCheck() {
  const { run: check, error } = useAction(checkMember);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, sharing the request that main.tsx has begun
  useEffect(check, []);
  return error === undefined ? (
    <Loading />
  ) : (
    <main id="main" className="page">
      <h1>Admissions console</h1>
      <Problem error={error} onRetry={check} />
    </main>
  );
}

function Console() {
  const stage = useConsoleSession((session) => session.stage);
  const { pathname } = useLocation();
  if (pathname === signedOutPath) return <SignInPage hasSignedOut />;
  if (stage === 'unknown') return <FirstCheck />;
  return stage === 'signed-out' ? <SignInPage /> : <SignedIn />;
}

export const App = () => (
  <BrowserRouter useTransitions={false}>
    <Console />
  </BrowserRouter>
);
