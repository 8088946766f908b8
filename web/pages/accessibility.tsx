import { currentPartner } from '../api-client/site-config.ts';
import { usePageArrival } from '../layout/use-page-arrival.tsx';

/** The accessibility statement: conformance, known problems and the contact. */
export function Component() {
  usePageArrival('Accessibility');
  const { name, helpEmail, phone } = currentPartner();
  return (
    <main id="main" className="page">
      <h1 tabIndex={-1}>Accessibility</h1>
      <div className="stack prose">
        <p>
          {name} wants everyone to be able to apply. This application is built to the Web Content
          Accessibility Guidelines (WCAG) 2.2, level AA. We assessed this ourselves in November 2026: with
          automated tests of every page, by keyboard, and with a simulated screen reader.
        </p>
        <h2>What you can rely on</h2>
        <ul>
          <li>Everything works with a keyboard alone, and is named and announced for screen readers.</li>
          <li>You can make text twice as large, and pages fit narrow screens.</li>
          <li>If something is missing, we say so in words, next to the question and in one list.</li>
          <li>We warn you before logging you out, and nothing you type is lost.</li>
          <li>The PDF copy of your application has headings and a reading order.</li>
        </ul>
        <h2>What isn't perfect yet</h2>
        <p>If you upload a photo of a page, screen readers can't read it.</p>
        <p>People who use screen readers every day have not tested this application yet.</p>
        <h2>Tell us</h2>
        <p>
          If something keeps you from applying, write to <a href={`mailto:${helpEmail}`}>{helpEmail}</a> or
          call {phone}. We can take your application another way if needed.
        </p>
      </div>
    </main>
  );
}
