import type { Guard } from './guard.ts';
import { access } from './list/access.ts';
import { applications } from './list/applications.ts';
import { cloud } from './list/cloud.ts';
import { files } from './list/files.ts';
import { retention } from './list/retention.ts';
import { university } from './list/university.ts';

/** What protects applicants, and is known to matter because a test fails without it. */
export const guards: readonly Guard[] = [
  ...files,
  ...cloud,
  ...applications,
  ...university,
  ...retention,
  ...access,
];
