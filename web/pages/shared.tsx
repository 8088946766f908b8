import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { ReplyOf } from '../../shared/api/index.ts';
import { sharedRoutes } from '../../shared/api/shared-routes.ts';
import { formatTime } from '../../shared/rules/format-time.ts';
import { call } from '../api-client/call.ts';
import { errorMessage } from '../api-client/errors.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { usePageArrival } from '../layout/use-page-arrival.tsx';
import { FactList, SupportingDocuments } from '../print/fact-list.tsx';
import { markedAnswer } from '../print/marked-answer.tsx';
import { PrintedLines } from '../print/printed-lines.tsx';
import { Button } from '../ui/button.tsx';
import { sharedLines } from './shared-lines.ts';
import { takeSharedToken } from './shared-token.ts';
import '../print/staff-view.css';
import './shared.css';

type Shared = ReplyOf<typeof sharedRoutes.openShareLink>;

const incomplete = 'This link is incomplete. Open it from the email again.';

interface State {
  readonly shared?: Shared;
  readonly openedAt?: string;
  readonly error?: string;
}

/** Opens the link of the URL, also when another link is opened in the same tab. */
function useShared(): State {
  const { hash } = useLocation();
  const [state, setState] = useState<State>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token is read from the URL when its hash changes
  useEffect(() => {
    const token = takeSharedToken();
    if (token === undefined) return setState({ error: incomplete });
    call(sharedRoutes.openShareLink, { body: { token } }).then(
      (shared) => setState({ shared, openedAt: new Date().toISOString() }),
      (failure: unknown) => setState({ error: errorMessage(failure) }),
    );
  }, [hash]);
  return state;
}

/** Search engines must not list the page, should they find a link to it. */
function useNoIndex(): void {
  useEffect(() => {
    const meta = document.createElement('meta');
    Object.assign(meta, { name: 'robots', content: 'noindex, nofollow' });
    document.head.append(meta);
    return () => meta.remove();
  }, []);
}

/** An application that its applicant shows to another person, for reading and printing. */
export function Component() {
  usePageArrival('Shared Application');
  useNoIndex();
  const { name, applicationTitle, entryYear } = currentPartner();
  const { shared, openedAt = '', error } = useShared();
  return (
    <main id="main" className="page staff-view">
      <h1 tabIndex={-1}>{name}</h1>
      <p>
        {applicationTitle}, {entryYear}
      </p>
      <p role="status">{shared === undefined && error === undefined && 'Loading...'}</p>
      {error !== undefined && <p role="alert">{error}</p>}
      {shared !== undefined && (
        <>
          <About shared={shared} openedAt={openedAt} />
          {shared.shows === 'answers' ? <Answers shared={shared} /> : <Checklist shared={shared} />}
        </>
      )}
    </main>
  );
}

function About({ shared, openedAt }: { readonly shared: Shared; readonly openedAt: string }) {
  const { shared_by, ends_at, submitted_at, withdrawn_at } = shared;
  const { timeZone } = currentPartner();
  return (
    <div className="shared-about">
      <p>
        Shared by <strong>{shared_by}</strong>, until {formatTime(ends_at)}.
      </p>
      <p>
        {submitted_at === null
          ? `Not submitted yet. This is the application as of ${formatTime(openedAt)}.`
          : `Submitted on ${formatTime(submitted_at, timeZone)}.`}
      </p>
      {withdrawn_at !== null && (
        <p className="notice">
          The applicant withdrew this application on {formatTime(withdrawn_at, timeZone)}.
        </p>
      )}
      <p>Read only. Only the applicant can change it.</p>
      <Button size="fit" onClick={() => print()}>
        Print
      </Button>
    </div>
  );
}

const Answers = ({ shared: { pages } }: { readonly shared: Shared }) =>
  pages.map(({ label, sections }) => (
    <section key={label} aria-label={label}>
      <h2>{label}</h2>
      <PrintedLines lines={sharedLines(sections)} parentLevel={2} renderAnswer={markedAnswer} />
    </section>
  ));

const leftText = (left: number | null): string => {
  if (left === null) return 'Not finished';
  return left === 1 ? '1 required answer left' : `${left} required answers left`;
};

function Checklist({ shared: { unfinished, items, submitted_at, deadline } }: { readonly shared: Shared }) {
  return (
    <>
      {deadline !== null && (
        <p className="notice">
          {deadline.label}: submit by {formatTime(deadline.at, currentPartner().timeZone)}.
        </p>
      )}
      {submitted_at === null && unfinished.length === 0 && (
        <p>Every required question is answered. Only the applicant can submit the application.</p>
      )}
      {unfinished.map(({ label, sections }) => (
        <section key={label} aria-label={label}>
          <h2>{label}</h2>
          <FactList facts={sections.map(({ title, left }) => ({ label: title, text: leftText(left) }))} />
        </section>
      ))}
      <SupportingDocuments items={items} />
    </>
  );
}
