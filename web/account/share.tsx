import { useState } from 'react';
import { shareRoutes } from '../../shared/api/share-routes.ts';
import { type SharedPart, shareLinkDays } from '../../shared/rules/share-links.ts';
import { call } from '../api-client/call.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { AccountTopic, SectionForm, useTopic } from './account-section.tsx';
import { validateEmail } from './checks.ts';
import { Input } from './inputs.tsx';
import { partLabels, useShareLinks } from './own-share-links.ts';
import { ShareLinks } from './share-links.tsx';
import { useAccountForm } from './use-account-form.ts';

const headingId = 'share-section';
/** Other forms on the page have fields with the same names. */
const prefix = 'share-';

const countText = (count: number): string => {
  if (count === 0) return 'No one else can see your application.';
  return count === 1 ? '1 link works now.' : `${count} links work now.`;
};

/** Links by which a parent or counselor reads the application. */
export function Share() {
  const topic = useTopic(headingId);
  const { links, error, load } = useShareLinks();
  const focusHeading = () => document.getElementById(headingId)?.focus();
  return (
    <AccountTopic
      topic={topic}
      title="Show it to someone"
      action="Open"
      now={links === undefined ? undefined : countText(links.length)}
    >
      <p className="card-text">
        We email a link to a parent or counselor. They can read and print, but not change anything, and they
        don't need an account. The link works for {shareLinkDays} days, and you can revoke it here.
      </p>
      <SendLink onSent={load} />
      {error !== undefined && (
        <div role="alert">
          <p>{error}</p>
          <Button size="fit" onClick={() => void load()}>
            Try again
          </Button>
        </div>
      )}
      {links !== undefined && links.length > 0 && (
        <ShareLinks
          links={links}
          onRevoked={async () => {
            await load();
            focusHeading();
          }}
        />
      )}
    </AccountTopic>
  );
}

function SendLink({ onSent }: { readonly onSent: () => Promise<void> }) {
  const [shows, setShows] = useState<SharedPart>('checklist');
  const form = useAccountForm({
    prefix,
    initial: {},
    validate: validateEmail,
    send: async ({ username: to = '' }) => {
      toast.success((await call(shareRoutes.sendShareLink, { body: { to, shows } })).message);
      form.reset();
      setShows('checklist');
      await onSent();
    },
  });
  return (
    <SectionForm name="Show It to Someone" form={form} submitLabel="Send link">
      <Input
        id={`${prefix}username`}
        label="Their Email Address"
        type="email"
        inputMode="email"
        autoComplete="off"
        field={form.field('username')}
      />
      <fieldset className="field">
        <legend>They see</legend>
        <div className="choices">
          {(Object.keys(partLabels) as SharedPart[]).map((part) => (
            <label key={part} className="choice">
              <input
                type="radio"
                name={`${prefix}shows`}
                value={part}
                checked={shows === part}
                onChange={() => setShows(part)}
              />
              <span>{partLabels[part]}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </SectionForm>
  );
}
