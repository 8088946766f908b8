import { access } from './list/access.ts';
import { applications } from './list/applications.ts';
import { cloud } from './list/cloud.ts';
import { staffConsole } from './list/console.ts';
import { files } from './list/files.ts';
import { retention } from './list/retention.ts';
import { university } from './list/university.ts';
import type { SecurityCheck } from './security-check.ts';

/** All security checks. For each, a test fails if the check is off. */
export const checks: readonly SecurityCheck[] = [
  ...files,
  ...cloud,
  ...applications,
  ...university,
  ...retention,
  ...access,
  ...staffConsole,
];
