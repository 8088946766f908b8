import { useEffect, useRef } from 'react';
import { currentPartner } from '../api-client/site-config.ts';
import { Header } from '../layout/header.tsx';

/** Shown instead of a page that threw an error. */
export function PageError() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `Error: We are sorry - ${currentPartner().applicationTitle}`;
    title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main id="main" className="page">
      <div className="stack card prose" role="alert">
        <h1 ref={title} tabIndex={-1}>
          We are sorry
        </h1>
        <p>
          Something went wrong. The issue that caused you to see this has been logged. We will get it fixed as
          soon as possible.
        </p>
        <p>
          <a className="button" data-look="primary" href="/about">
            Open the application again
          </a>
        </p>
      </div>
    </main>
  );
}

/** Shown instead of a group of pages that threw an error, with a separate header. */
export const RouteGroupError = () => (
  <>
    <Header />
    <PageError />
  </>
);
