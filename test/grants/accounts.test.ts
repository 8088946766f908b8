import { testWithout } from './without-permission.ts';

testWithout('accounts.test.ts');
