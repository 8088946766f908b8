import { account } from '../../shared/api/account.ts';
import { accountCalls } from '../account/account-calls.ts';
import { serve } from '../http/serve.ts';

export const handler = serve(account, accountCalls);
