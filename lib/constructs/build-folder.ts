import { join } from 'node:path';
import type { Construct } from 'constructs';

/**
 * A path in the folder with the built functions and pages: dist, unless the context names another (`npm run
 * dev`).
 */
export const builtPath = (scope: Construct, ...path: readonly string[]): string =>
  join(import.meta.dirname, '../..', scope.node.tryGetContext('build') ?? 'dist', ...path);

/** Stands for the site's address in built pages. The deployment of the pages replaces it. */
export const siteUrlMarker = '{{site-url}}';
