import { useState } from 'react';
import { useLocation } from 'react-router';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import { call } from '../api-client/call.ts';
import { parseLocationState } from '../session/location-state.ts';
import { toast } from '../ui/toast.ts';
import { AccountCard } from './account-card.tsx';
import { email } from './fields.ts';
import { useAccountForm } from './use-account-form.ts';

export function Component() {
  const locationState = parseLocationState(useLocation().state);
  const [isSent, setSent] = useState(false);
  const form = useAccountForm({
    fields: { username: email() },
    initial: { username: locationState.username ?? '' },
    send: async ({ username = '' }) => {
      const { message } = await call(accountRoutes.forgotPassword, { body: { username } });
      toast.success(message);
      setSent(true);
    },
  });
  return (
    <AccountCard
      title="Forgot Password"
      name="Forgot Password Card"
      form={form}
      footer={{ question: 'Remember your password?', link: 'Log In', to: '/login' }}
      intro={
        isSent && <p className="hint sent">If no email arrives within a minute, check your spam folder.</p>
      }
    />
  );
}
