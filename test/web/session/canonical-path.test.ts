import { expect, test } from 'vitest';
import { canonicalPath } from '../../../web/session/paths.ts';

test.each([
  ['/login/', '/login'],
  ['/Login', '/login'],
  ['/EDUCATION//', '/education'],
  ['/Forgot/', '/forgot'],
  ['/Accessibility/', '/accessibility'],
  ['/Reset/', '/reset'],
  ['/about', '/about'],
  ['/', '/'],
  ['/Nope/', '/Nope/'],
])('the path %s becomes %s', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical);
});
