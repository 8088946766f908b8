import type { BrowserContext, Page } from '@playwright/test';
import type { LocalCloud } from '../../local-cloud/index.ts';

/**
 * Viewer of a screen: an anonymous visitor, an applicant at the first visit, or one who has answered
 * everything.
 */
export type Viewer = 'visitor' | 'applicant' | 'finished';

/** A separate browser that shows the product. */
export interface Scene {
  readonly cloud: LocalCloud;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly email: string;
}

/** One screen of the product in one state. */
export interface Screen {
  readonly name: string;
  readonly as?: Viewer;
  /** Email address in the picture. By default, each screen's applicant has a different one. */
  readonly email?: string;
  readonly path: string;
  /** Steps from the opened page to the state that the picture shows. */
  readonly reach?: (scene: Scene) => Promise<unknown>;
  /** Selector that the picture waits for. */
  readonly until: string;
  /** The element to scroll to, if it is further down. */
  readonly show?: string;
  /** Of a university that has a deadline. */
  readonly hasDeadline?: boolean;
  /** Pictures show the page alone, except those of toasts. */
  readonly hasToast?: boolean;
}
