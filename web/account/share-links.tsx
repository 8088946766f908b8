import { useEffect, useRef, useState } from 'react';
import { shareRoutes } from '../../shared/api/share-routes.ts';
import { dayIn } from '../../shared/partners/time-zone.ts';
import { formatDay, formatTime } from '../../shared/rules/format-time.ts';
import type { SharedPart } from '../../shared/rules/share-links.ts';
import { call } from '../api-client/call.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { showErrorToast } from '../form-state/navigation.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { partLabels, type ShareLink } from './own-share-links.ts';

const dayOf = (time: string): string => formatDay(dayIn(currentPartner().timeZone, Date.parse(time)));

interface Props {
  readonly links: readonly ShareLink[];
  /** Loads the list again. The button that was pressed is gone by then. */
  readonly onRevoked: () => Promise<void>;
}

/** The links that work, each with a button that ends it. */
export const ShareLinks = ({ links, onRevoked }: Props) => (
  <>
    <h3 id="share-links">Links that work</h3>
    <ul className="session-list" aria-labelledby="share-links">
      {links.map((link) => (
        <Item key={link.id} link={link} onRevoked={onRevoked} />
      ))}
    </ul>
  </>
);

function Item({ link, onRevoked }: Pick<Props, 'onRevoked'> & { readonly link: ShareLink }) {
  const { id, to, shows, sent_at, ends_at, opened_at } = link;
  const [isAsking, setAsking] = useState(false);
  const revokeButton = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current && !isAsking) revokeButton.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  return (
    <li>
      <div id={`share-${id}`}>
        <strong>{to}</strong>
        <p className="hint">{partLabels[shows as SharedPart]}</p>
        <p className="hint">
          Sent {dayOf(sent_at)}, works until {dayOf(ends_at)}
        </p>
        <p className="hint">{opened_at === null ? 'Not opened yet' : `Opened on ${formatTime(opened_at)}`}</p>
      </div>
      {isAsking ? (
        <Confirm link={link} onRevoked={onRevoked} onKeep={() => setAsking(false)} />
      ) : (
        <Button
          ref={revokeButton}
          size="fit"
          aria-describedby={`share-${id}`}
          onClick={() => setAsking(true)}
        >
          Revoke<span className="unseen"> the link for {to}</span>
        </Button>
      )}
    </li>
  );
}

interface ConfirmProps extends Pick<Props, 'onRevoked'> {
  readonly link: ShareLink;
  readonly onKeep: () => void;
}

function Confirm({ link: { id, to }, onRevoked, onKeep }: ConfirmProps) {
  const [isBusy, setBusy] = useState(false);
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => yes.current?.focus(), []);
  const revoke = async () => {
    setBusy(true);
    try {
      toast.success((await call(shareRoutes.revokeShareLink, { params: { id } })).message);
    } catch (error) {
      showErrorToast(error);
    }
    await onRevoked();
    setBusy(false);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
    <div role="group" className="share-confirm" aria-label={`Revoke the link for ${to}?`}>
      <p>Revoke this link?</p>
      <Button ref={yes} look="danger" size="fit" isBusy={isBusy} onClick={() => void revoke()}>
        Yes, revoke
      </Button>
      <Button look="quiet" size="fit" isBusy={isBusy} onClick={onKeep}>
        Keep
      </Button>
    </div>
  );
}
