import { useState } from 'react';
import { Link } from 'react-router';
import { currentPartner } from '../api-client/site-config.ts';
import { accessibilityPath } from '../session/paths.ts';
import { Deferred } from '../ui/deferred.tsx';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';
import type { FooterDialog } from './footer-dialogs.tsx';
import { OptionalPart } from './optional-part.tsx';

const FooterDialogs = lazyWithRetry(async () => ({
  default: (await import('./footer-dialogs.tsx')).FooterDialogs,
}));

/** Help, privacy, accessibility, and the partner's links. */
export function Footer() {
  const [open, setOpen] = useState<FooterDialog>();
  const { footerLinks, links, name } = currentPartner();
  return (
    <footer className="footer">
      <div className="footer-line">
        <p>{name}</p>
        <ul>
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
      </div>
      <OptionalPart fallback={null}>
        <Deferred>
          <FooterDialogs open={open} onClose={() => setOpen(undefined)} />
        </Deferred>
      </OptionalPart>
    </footer>
  );
}
