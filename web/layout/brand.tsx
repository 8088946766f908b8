import { Link } from 'react-router';
import { currentPartner } from '../api-client/site-config.ts';

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
