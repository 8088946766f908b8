import { Header } from '../layout/header.tsx';

/** What a broken page shows instead of itself (platform specification, point 2). */
export const BrokenPage = () => (
  <main id="main" className="page">
    <div className="card prose" role="alert">
      <h1>We are sorry</h1>
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

/** The same where nothing of the group is left to stand around it. */
export const BrokenGroup = () => (
  <>
    <Header />
    <BrokenPage />
  </>
);
