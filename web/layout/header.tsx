import type { ReactNode } from 'react';
import { currentPartner } from '../api-client/site-config.ts';
import { defaultPath } from '../session/paths.ts';
import { Brand, SkipLink } from './brand.tsx';

/** The partner's crest and name, the account menu, and the step navigation on form pages. */
export function Header({ menu, children }: { menu?: ReactNode; children?: ReactNode }) {
  const { applicationTitle, entryYear } = currentPartner();
  return (
    <header className="header">
      <SkipLink />
      <div className="header-line">
        <Brand to={defaultPath} title={`${applicationTitle}, ${entryYear}`} />
        {menu}
      </div>
      {children}
    </header>
  );
}
