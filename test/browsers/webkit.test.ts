import { describeEngine } from './support/walks.ts';

describeEngine('webkit');
