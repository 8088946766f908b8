import { describeEngine } from './support/main-flows.ts';

describeEngine('chromium');
