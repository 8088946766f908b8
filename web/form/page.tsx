import { type MouseEvent, memo, Suspense, startTransition, useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { applicationRoutes } from '../../shared/api/application-routes.ts';
import type { Page as AnyPage, Section } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { withdrawUndo } from '../form-state/edit-answer.ts';
import { onValidation, revalidate, useErrors } from '../form-state/errors.ts';
import { hasAnswers } from '../form-state/form-store.ts';
import { closingSection, partnerForm } from '../form-state/partner-form.ts';
import { OptionalPart } from '../layout/optional-part.tsx';
import { usePageArrival } from '../layout/use-page-arrival.tsx';
import { parseLocationState } from '../session/location-state.ts';
import { getSession, setSession, useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { hydrateAll, LazyHydration } from '../ui/lazy-hydration.tsx';
import { ListenAtOnce } from '../ui/restore-typed-input.tsx';
import { lazyWithRetry } from '../ui/retry.ts';
import { sectionId } from './anchors.ts';
import { Branches } from './block.tsx';
import { Ending } from './ending.tsx';
import { loadSummary } from './load-summary.ts';
import { DateBanner, Deadline, LinkNotice, WelcomeBanner } from './notices.tsx';
import { OnThisPage } from './on-this-page.tsx';
import { PageButtons } from './page-buttons.tsx';
import { SaveStatusLine, StatusStrip } from './save-status-line.tsx';

const ValidationSummary = lazyWithRetry(loadSummary);
/** Loaded already when a link of the review leads here. */
const BackToReview = lazyWithRetry(async () => ({
  default: (await import('./reviewed-page.tsx')).BackToReview,
}));

/** Stores the page as the one to resume at, until the application is submitted. */
function useLastPage(path: string): void {
  useEffect(() => {
    const { is_logged_in, last_page, web_status } = getSession();
    if (web_status === 'validating') revalidate({ isQuiet: true });
    if (!is_logged_in || last_page === path || web_status === 'submitted') return;
    setSession({ last_page: path });
    call(applicationRoutes.putLastPage, { body: { last_page: path } }).catch(() => {
      // Resuming here is a convenience; the next page change stores it again.
    });
  }, [path]);
}

/**
 * Scrolls a clicked field out from under 'Back to review' at the bottom, as the browser does for the Tab key.
 */
function uncover({ target }: MouseEvent): void {
  if (target instanceof Element)
    target.closest('input.control, textarea.control')?.scrollIntoView({ block: 'nearest' });
}

/** Waits for its first use where it has no answers to show. Rendered once, so that its props never change. */
const SectionBlocks = memo(({ section }: { readonly section: Section }) => (
  <LazyHydration className="blocks" waits={!hasAnswers()}>
    <Branches block={section} />
  </LazyHydration>
));

const PageSection = ({ section }: { section: Section }) => (
  <section className="part" id={sectionId(section.title)} tabIndex={-1} aria-label={section.title}>
    <h2>{section.title}</h2>
    {section.intro && <p className="intro">{section.intro}</p>}
    <SectionBlocks section={section} />
  </section>
);

/**
 * False in the first frame of a page that a link opens at its top: only the first section is rendered then,
 * so that the press is answered sooner. A link to a question, Back and a page load need all sections
 * immediately.
 */
function useAllSections(): boolean {
  const { hash } = useLocation();
  const isAtTop = useNavigationType() !== 'POP' && hash === '';
  const [isFrameShown, setFrameShown] = useState(!isAtTop);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setFrameShown(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isFrameShown;
}

/** A page of the form: its sections, and around them everything that helps to fill them in. */
export function Component() {
  const { pathname } = useLocation();
  const page = partnerForm().pages.find(({ path }) => path === pathname);
  if (page === undefined) throw new Error(`No form page: ${pathname}`);
  return <Page key={pathname} page={page} />;
}

function Page({ page }: { page: AnyPage }) {
  const isWrong = Object.keys(useErrors()).length > 0;
  const isValidating = useSession(({ web_status }) => web_status === 'validating');
  const areAllShown = useAllSections();
  const closing = closingSection();
  const [first, ...others] = page.sections.filter((section) => section !== closing);
  useLastPage(page.path);
  // A committed answer may show or hide questions in sections that are not hydrated.
  useEffect(() => onValidation(hydrateAll), []);
  useEffect(() => withdrawUndo, []);
  usePageArrival(page.label, isWrong);
  return (
    <main id="main" className="page">
      <h1 tabIndex={-1}>{page.label}</h1>
      <OptionalPart fallback={null}>
        <WelcomeBanner />
        <DateBanner />
        <Deadline />
        <LinkNotice />
      </OptionalPart>
      <OptionalPart fallback={<StatusStrip />}>
        <Suspense>{isValidating && <ValidationSummary />}</Suspense>
      </OptionalPart>
      <div className="golden">
        {/* biome-ignore lint/a11y: a click does nothing here but bring its own field into view */}
        <form
          method="post"
          autoComplete="off"
          noValidate
          onSubmit={(event) => event.preventDefault()}
          onClick={uncover}
        >
          {first && <PageSection section={first} />}
          {areAllShown ? <RestOfPage {...{ page, others }} /> : <div className="below-the-fold" />}
        </form>
        <aside className="aside">
          <OptionalPart fallback={null}>
            <OnThisPage page={page} />
          </OptionalPart>
          {!isValidating && <SaveStatusLine />}
          <NeedAHand />
        </aside>
      </div>
      <ListenAtOnce />
    </main>
  );
}

function RestOfPage({ page, others }: { page: AnyPage; others: readonly Section[] }) {
  const isFromReview = parseLocationState(useLocation().state).from === 'review';
  const closing = closingSection();
  return (
    <>
      {others.map((section) => (
        <PageSection key={section.title} section={section} />
      ))}
      {partnerForm().pages.at(-1) === page ? (
        <Ending page={page}>{closing && <PageSection section={closing} />}</Ending>
      ) : (
        <PageButtons page={page} />
      )}
      <Suspense>{isFromReview && <BackToReview />}</Suspense>
      <OptionalPart fallback={null}>
        <DeviceLinkButton />
      </OptionalPart>
      <ListenAtOnce />
    </>
  );
}

function NeedAHand() {
  const { helpEmail, phone } = currentPartner();
  return (
    <section className="need-a-hand" aria-labelledby="need-a-hand">
      <h2 id="need-a-hand">Need a hand?</h2>
      <p>
        Write to <a href={`mailto:${helpEmail}`}>{helpEmail}</a> or call {phone}.
      </p>
    </section>
  );
}

const DeviceLink = lazyWithRetry(() => import('./device-link.tsx'));

/** Lets anonymous visitors at a wide screen continue on their phone. The dialog sends when it opens. */
function DeviceLinkButton() {
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const [isOpen, setOpen] = useState(false);
  if (isLoggedIn) return null;
  return (
    <div className="on-your-phone">
      <Button size="fit" look="quiet" onClick={() => setOpen(true)}>
        Continue on your phone
      </Button>
      <Suspense>{isOpen && <DeviceLink onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}
