import type { Form, Page } from '../../shared/form/index.ts';

interface Neighbours {
  readonly previous: Page | undefined;
  readonly next: Page | undefined;
}

/** Where 'Previous', 'Next' and 'Save and Continue' lead: the form's own order of pages says it. */
export function adjacentPages({ pages }: Form, page: Page): Neighbours {
  const place = pages.indexOf(page);
  return { previous: place > 0 ? pages[place - 1] : undefined, next: pages[place + 1] };
}
