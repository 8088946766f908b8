import type { ComponentType } from 'react';
import { useLocation } from 'react-router';

// Pages that few users open. They share one entry in the code that every page loads first.

const pages: Readonly<Record<string, () => Promise<{ readonly Component: ComponentType }>>> = {
  '/accessibility': () => import('./accessibility.tsx'),
  '/deleted': () => import('./deleted.tsx'),
};

const loaded = new Map<string, ComponentType>();

/** Loads the page of the URL. */
export async function loader(): Promise<void> {
  const { pathname } = location;
  const page = await pages[pathname]?.();
  if (page !== undefined) loaded.set(pathname, page.Component);
}

export function Component() {
  const Page = loaded.get(useLocation().pathname);
  return Page && <Page />;
}
