import type { ReactNode } from 'react';
import { currentPartner } from '../api-client/site-config.ts';
import { defaultPath } from '../session/paths.ts';
import { Link } from '../ui/link.tsx';

interface BrandProps {
  /** The page that the link opens. */
  readonly to: string;
  readonly title: string;
}

/** The skip link comes first in every header. */
export const SkipLink = () => (
  <a className="skip" href="#main">
    Skip to the main content
  </a>
);

/** The partner's crest and name, with the title of the site below. */
export function Brand({ to, title }: BrandProps) {
  const { name } = currentPartner();
  return (
    <Link className="brand" to={to}>
      <span className="crest" aria-hidden="true">
        {name[0]}
      </span>
      <span>
        <strong>{name}</strong>
        <span className="brand-title">{title}</span>
      </span>
    </Link>
  );
}

/** The partner's crest and name, the account menu, and the step navigation on form pages. */
export function Header({ menu, children }: { menu?: ReactNode; children?: ReactNode }) {
  const { applicationTitle, entryYear } = currentPartner();
  return (
    <header className="header">
      <SkipLink />
      <div className="row header-line">
        <Brand to={defaultPath} title={`${applicationTitle}, ${entryYear}`} />
        {menu}
      </div>
      {children}
    </header>
  );
}
