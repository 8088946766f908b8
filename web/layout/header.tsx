import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { currentPartner } from '../api-client/site-config.ts';
import { defaultPath } from '../session/paths.ts';

/** The partner's crest and name, the account menu, and the step navigation on form pages. */
export function Header({ menu, children }: { menu?: ReactNode; children?: ReactNode }) {
  const { name, applicationTitle, entryYear } = currentPartner();
  return (
    <header className="header">
      <a className="skip" href="#main">
        Skip to the main content
      </a>
      <div className="header-line">
        <Link className="brand" to={defaultPath}>
          <span className="crest" aria-hidden="true">
            {name[0]}
          </span>
          <span>
            <strong>{name}</strong>
            <span className="brand-title">
              {applicationTitle}, {entryYear}
            </span>
          </span>
        </Link>
        {menu}
      </div>
      {children}
    </header>
  );
}
