import { testWithout } from './without-permission.ts';

testWithout('submissions.test.ts');
