import { describeEngine } from './support/walks.ts';

describeEngine('firefox');
