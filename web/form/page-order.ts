import type { Form, Page } from '../../shared/form/index.ts';

interface AdjacentPages {
  readonly previous: Page | undefined;
  readonly next: Page | undefined;
}

/** The pages that 'Previous', 'Next' and 'Save and Continue' open, in the order of the form. */
export function adjacentPages({ pages }: Form, page: Page): AdjacentPages {
  const index = pages.indexOf(page);
  return { previous: index > 0 ? pages[index - 1] : undefined, next: pages[index + 1] };
}
