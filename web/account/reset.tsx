import { Link, useLocation, useNavigate } from 'react-router';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import { wrongCodeMessages } from '../../shared/api/mailed-code-messages.ts';
import { call } from '../api-client/call.ts';
import { usePageArrival } from '../layout/use-page-arrival.tsx';
import { parseLocationState } from '../session/location-state.ts';
import { AccountCard } from './account-card.tsx';
import { validateNewPassword, validateSamePassword } from './checks.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useAccountForm } from './use-account-form.ts';

const title = 'Reset Password';

export function Component() {
  const { username = '', reset: id = '' } = parseLocationState(useLocation().state);
  return username === '' || id === '' ? <IncompleteLink /> : <ResetCard username={username} id={id} />;
}

/** Shown when the link lacks a part: no password can be set without both. */
function IncompleteLink() {
  usePageArrival(title, true);
  return (
    <main id="main" className="page account">
      <div className="card">
        <h1 tabIndex={-1}>{title}</h1>
        <p role="alert">
          This link is incomplete. <Link to="/forgot">Request a new one.</Link>
        </p>
      </div>
    </main>
  );
}

interface ResetProps {
  readonly username: string;
  readonly id: string;
}

function ResetCard({ username, id }: ResetProps) {
  const navigate = useNavigate();
  const form = useAccountForm({
    initial: {},
    validate: (values) => ({
      ...validateNewPassword({ ...values, username }),
      ...validateSamePassword(values),
    }),
    send: async ({ password = '', confirm_password = '' }) => {
      const body = { username, password, confirm_password, id };
      const { message } = await call(accountRoutes.resetPassword, { body });
      navigate('/login', { state: { username, message } });
    },
  });
  return (
    <AccountCard
      title={title}
      name="Reset Password Card"
      helpFor={(message) =>
        message === wrongCodeMessages.reset && (
          <Link to="/forgot" state={{ username }}>
            Request a new link
          </Link>
        )
      }
      form={form}
      footer={{ question: 'Need a new link?', link: 'Forgot Password', to: '/forgot' }}
    >
      <input type="hidden" autoComplete="username" name="username" value={username} readOnly />
      <NewPasswordFields form={form} />
    </AccountCard>
  );
}
