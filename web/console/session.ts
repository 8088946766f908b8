import type { StaffMember } from '../../shared/api/console-replies.ts';
import { createValue } from '../value.ts';
import { keepTabFor } from './tab-data.ts';

/** `unknown` until the server has responded; `ended` if a session ended while a page was open. */
type Stage = 'unknown' | 'signed-out' | 'signed-in' | 'ended';

interface Session {
  readonly stage: Stage;
  readonly member: StaffMember | undefined;
  /** Time at which the session ends without a further call, on this browser's clock. */
  readonly idleAt: number;
  /** True while the page asks the person to sign in again before an export. */
  readonly mustSignInAgain: boolean;
}

type Message = { readonly idleAt: number; readonly person?: string } | 'signed-out';

const store = createValue<Session>({
  stage: 'unknown',
  member: undefined,
  idleAt: Number.POSITIVE_INFINITY,
  mustSignInAgain: false,
});
/** The server notes calls once a minute, so a session may end this much earlier. */
const touchIntervalMs = 60_000;
let idleMs = Number.POSITIVE_INFINITY;
let tellOtherTabs: (message: Message) => void = () => {};

export const useConsoleSession = store.use;
export const consoleSession = store.get;

/** The signed-in person. Only pages for signed-in people call it. */
export function useMember(): StaffMember {
  const member = useConsoleSession((session) => session.member);
  if (member === undefined) throw new Error('No person is signed in.');
  return member;
}

/** Unsaved data of the page belongs to one person: for another one, the page starts again. */
function startAgainForOther(person: string): void {
  const { member } = consoleSession();
  if (member !== undefined && member.id !== person) location.reload();
}

const showMember = (member: StaffMember): void =>
  store.change({ stage: 'signed-in', member, idleAt: Date.parse(member.idle_at) });

export function rememberMember(member: StaffMember): void {
  startAgainForOther(member.id);
  keepTabFor(member.id);
  showMember(member);
  const { idleAt } = consoleSession();
  idleMs = idleAt - Date.now();
  tellOtherTabs({ idleAt, person: member.id });
}

/** Each call starts the time without calls again. */
export function noteCall(): void {
  const idleAt = Date.now() + idleMs - touchIntervalMs;
  if (!(idleAt > consoleSession().idleAt)) return;
  store.change({ idleAt });
  tellOtherTabs({ idleAt });
}

/** The page keeps its content if a session ends while it is open. */
export function noteSignedOut(): void {
  const { stage } = store.get();
  store.change({ stage: stage === 'unknown' || stage === 'signed-out' ? 'signed-out' : 'ended' });
}

export const askForFreshSignIn = (mustSignInAgain: boolean): void => store.change({ mustSignInAgain });

/** Reports to other tabs that the person has signed out. */
export const noteOwnSignOut = (): void => tellOtherTabs('signed-out');

/** A call in one tab keeps the session of all tabs, and signing out ends it in all. */
export function shareSessionWithTabs(onSignedOut: () => void): void {
  const channel = new BroadcastChannel('matricula-staff');
  tellOtherTabs = (message) => channel.postMessage(message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'signed-out') return onSignedOut();
    if (data.person !== undefined) startAgainForOther(data.person);
    if (data.idleAt > consoleSession().idleAt) store.change({ idleAt: data.idleAt });
  };
}
