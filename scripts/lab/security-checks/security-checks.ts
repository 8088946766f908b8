import { access } from './list/access.ts';
import { applications } from './list/applications.ts';
import { cloud } from './list/cloud.ts';
import { files } from './list/files.ts';
import { retention } from './list/retention.ts';
import { university } from './list/university.ts';
import type { SecurityCheck } from './security-check.ts';

/** What protects applicants, and is known to matter because a test fails without it. */
export const checks: readonly SecurityCheck[] = [
  ...files,
  ...cloud,
  ...applications,
  ...university,
  ...retention,
  ...access,
];
