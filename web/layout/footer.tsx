import { memo, Suspense, useState } from 'react';
import { currentPartner } from '../api-client/site-config.ts';
import { accessibilityPath } from '../session/paths.ts';
import { LazyHydration } from '../ui/lazy-hydration.tsx';
import { Link } from '../ui/link.tsx';
import { lazyWithRetry } from '../ui/retry.ts';
import type { FooterDialog } from './footer-dialogs.tsx';
import { OptionalPart } from './optional-part.tsx';

const FooterDialogs = lazyWithRetry(async () => ({
  default: (await import('./footer-dialogs.tsx')).FooterDialogs,
}));

function Content() {
  const [open, setOpen] = useState<FooterDialog | 'none'>();
  // The dialogs load when a pointer or the focus comes near, so that they open without a wait.
  const load = () => setOpen((current) => current ?? 'none');
  const { footerLinks, links, name } = currentPartner();
  return (
    <>
      <p>
        {name} · <a href="/blank.pdf">All questions (PDF)</a>
      </p>
      <ul onPointerEnter={load} onFocus={load}>
        <li>
          <button type="button" className="link" onClick={() => setOpen('help')}>
            Help
          </button>
        </li>
        <li>
          <button type="button" className="link" onClick={() => setOpen('privacy')}>
            Privacy Policy and Cookie Notice
          </button>
        </li>
        <li>
          <Link to={accessibilityPath}>Accessibility</Link>
        </li>
        {[links.policies, links.aid, ...footerLinks].map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
      <OptionalPart>
        <Suspense>{open && <FooterDialogs open={open} onClose={() => setOpen('none')} />}</Suspense>
      </OptionalPart>
    </>
  );
}

/** Help, privacy, accessibility, and the partner's links. */
export const Footer = memo(() => (
  <footer className="footer">
    <LazyHydration className="row footer-line" waits={false}>
      <Content />
    </LazyHydration>
  </footer>
));
