import { accountRoutes } from '../../shared/api/account-routes.ts';
import { call } from '../api-client/call.ts';
import { ServerError } from '../api-client/errors.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { leaveDeletedAccount, saveAll } from '../session/log-out.ts';
import { useSession } from '../session/session.ts';
import { AccountSection, AccountTopic, SectionForm, useTopic } from './account-section.tsx';
import { password } from './fields.ts';
import { useAccountForm } from './use-account-form.ts';

const headingId = 'deletion-section';
const title = 'Delete your application';

/**
 * Before submission, deletes the application and the account. After it, shows the contact for such a request.
 */
export function DeleteApplication() {
  const isSubmitted = useSession(({ web_status }) => web_status === 'submitted');
  return isSubmitted ? <Ask /> : <Delete />;
}

function Ask() {
  const { helpEmail, phone } = currentPartner();
  return (
    <AccountSection id={headingId} title={title}>
      <p className="card-text">
        You've submitted your application, so you can't delete it here. To ask us to delete it, write to{' '}
        <a href={`mailto:${helpEmail}`}>{helpEmail}</a> or call {phone}.
      </p>
    </AccountSection>
  );
}

/** Without a reply, or after a fault, the deletion may have been recorded. */
const isUncertain = (error: unknown): boolean =>
  error instanceof ServerError && (error.status === 0 || error.status >= 500);

const uncertain = (username: string) =>
  `We couldn't confirm that we're deleting your application. If we are, we've sent an email to ${username}. Please check it before you try again.`;

function Delete() {
  const topic = useTopic(headingId);
  const username = useSession((state) => state.username);
  const address = username.toLowerCase();
  const form = useAccountForm({
    prefix: 'deletion-',
    fields: { current_password: password() },
    username,
    send: async (values) => {
      const { current_password = '' } = values;
      // A save in progress would be rejected, and end the session with an error.
      await saveAll();
      const body = { current_password };
      await call(accountRoutes.deleteApplication, { body }).catch((error: unknown) => {
        throw isUncertain(error) ? new ServerError(uncertain(address), 0, { cause: error }) : error;
      });
      leaveDeletedAccount();
    },
  });
  return (
    <AccountTopic topic={topic} title={title} action="Delete">
      <p>This deletes:</p>
      <ul className="deleted-things">
        <li>all your answers</li>
        <li>all your uploaded files and the PDF copy of your application</li>
        <li>your account, including your email address and password</li>
      </ul>
      <p className="card-text">
        <strong>This cannot be undone.</strong> We'll log you out everywhere and send one last email to{' '}
        {address} to confirm. You can sign up and start over later.
      </p>
      <SectionForm name="Delete Application" form={form} submitLabel="Delete my application" look="danger" />
    </AccountTopic>
  );
}
