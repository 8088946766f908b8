import { currentPartner } from '../api-client/site-config.ts';
import { usePageArrival } from '../layout/use-page-arrival.tsx';

/** The accessibility statement: what works, what is known not to work, and whom to contact. */
export function Component() {
  usePageArrival('Accessibility');
  const { name, helpEmail, phone } = currentPartner();
  return (
    <main id="main" className="page">
      <h1 tabIndex={-1}>Accessibility</h1>
      <div className="card prose">
        <p>
          {name} wants everybody to be able to apply. This application is built to the Web Content
          Accessibility Guidelines (WCAG) 2.2, level AA.
        </p>
        <h2>What you can rely on</h2>
        <ul>
          <li>Everything works with a keyboard alone, and with a screen reader.</li>
          <li>Text can be made twice as large, and pages fit on a narrow screen.</li>
          <li>What is missing is said in words, beside the question and in one list.</li>
          <li>You are asked before you are logged out, and nothing you typed is lost.</li>
          <li>The PDF copy of your application has headings and a reading order.</li>
        </ul>
        <h2>What we know is not perfect</h2>
        <p>
          Files that you add keep the structure that you gave them: a picture of a page stays a picture in the
          PDF copy.
        </p>
        <h2>Tell us</h2>
        <p>
          If something keeps you from applying, write to <a href={`mailto:${helpEmail}`}>{helpEmail}</a> or
          call {phone}. We will take your application in another way if need be.
        </p>
      </div>
    </main>
  );
}
