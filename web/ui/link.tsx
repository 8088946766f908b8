import type { ComponentProps, MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site, with a search and a hash if needed. */
  readonly to: string;
  /** Replaces the entry of the browser history; by default only for the page that is shown already. */
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** True if the browser itself would follow a link in this tab. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);

/** A link to another page of the site. React Router's own also serves data routers, which costs 5 KB. */
export function Link({ to, replace, state, onClick, ...rest }: Props) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    navigate(to, { replace: replace ?? to === pathname + search + hash, state });
  };
  return <a {...rest} href={to} onClick={follow} />;
}
