import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { WebStatus } from '../../shared/rules/web-status.ts';

/** What the client knows about its visitor (platform specification, point 3). */
export interface Snapshot {
  readonly web_status: WebStatus | null;
  readonly last_page: string;
  readonly is_logged_in: boolean;
  readonly username: string;
  readonly is_service_user: boolean;
  readonly num_logins: number;
  readonly has_changed_page: boolean;
}

export const markerPrefix = 'CognitoIdentityServiceProvider';

/** The marker only says that a session may exist; the server never trusts it (decision D-05). */
export const marker = (): string | undefined =>
  globalThis.document?.cookie.split('; ').find((cookie) => cookie.startsWith(markerPrefix));

/** A page that is loaded again begins as a visitor's. */
export function forgetMarker(): void {
  const [name] = marker()?.split('=') ?? [];
  // biome-ignore lint/suspicious/noDocumentCookie: phones of two years ago have no cookie store
  if (name !== undefined) document.cookie = `${name}=; Path=/; Max-Age=0`;
}

const nobody: Snapshot = {
  web_status: null,
  last_page: '',
  is_logged_in: false,
  username: '',
  is_service_user: false,
  num_logins: 1,
  has_changed_page: false,
};

export const snapshot = createStore<Snapshot>(() => ({ ...nobody, is_logged_in: marker() !== undefined }));

export const know = (part: Partial<Snapshot>): void => snapshot.setState(part);
export const known = (): Snapshot => snapshot.getState();
export const forgetVisitor = (): void => snapshot.setState(nobody);

export const useSnapshot = <T>(pick: (state: Snapshot) => T): T => useStore(snapshot, pick);
