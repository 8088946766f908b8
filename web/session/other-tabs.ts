import * as v from 'valibot';

/** Notice on the log-in page of every tab after a log-out: a message, or why the session ended. */
const logOutNotice = v.object({ message: v.optional(v.string()), error: v.optional(v.string()) });
export type LogOutNotice = Readonly<v.InferOutput<typeof logOutNotice>>;

let channel: BroadcastChannel | undefined;

/** Calls `onLogOut` when the user logs out in another tab of this browser. */
export function watchOtherTabs(onLogOut: (notice: LogOutNotice) => void): void {
  if (!('BroadcastChannel' in globalThis)) return;
  channel = new BroadcastChannel('matricula-session');
  channel.addEventListener('message', ({ data }) => {
    const parsed = v.safeParse(logOutNotice, data);
    if (parsed.success) onLogOut(parsed.output);
  });
}

export const logOutOtherTabs = (notice: LogOutNotice): void => channel?.postMessage(notice);
