import type { BrowserContext, Page } from '@playwright/test';
import type { LocalCloud } from '../../local-cloud/index.ts';

/** Who looks at a screen: an anonymous visitor, an applicant at the first visit, or one who has answered everything. */
export type Viewer = 'visitor' | 'applicant' | 'finished';

/** A browser of its own in front of the product. */
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
  /** An address that the picture shows; each applicant of a run has another. */
  readonly email?: string;
  readonly path: string;
  /** From the page as it opens to the state that is shown. */
  readonly reach?: (scene: Scene) => Promise<unknown>;
  /** What has to be there before the picture is taken. */
  readonly until: string;
  /** The element that the picture is about, where it stands further down. */
  readonly show?: string;
  /** Of a university that has a deadline. */
  readonly hasDeadline?: boolean;
  /** Pictures show the page alone, except those of toasts. */
  readonly hasToast?: boolean;
}
