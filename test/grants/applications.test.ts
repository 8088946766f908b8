import { testWithout } from './without-permission.ts';

testWithout('applications.test.ts');
