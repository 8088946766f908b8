import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import type { ReplyOf } from '../../shared/api/index.ts';
import { call } from '../api-client/call.ts';
import { errorMessage } from '../api-client/errors.ts';

type Loaded = ReplyOf<typeof accountRoutes.getSessions>;
export type OwnSession = Loaded['sessions'][number];

interface SessionList {
  readonly loaded: Loaded | undefined;
  /** Why the list could not be loaded. */
  readonly error: string | undefined;
}

const store = createStore<SessionList>(() => ({ loaded: undefined, error: undefined }));

export const useOwnSessions = (): SessionList => useStore(store);

export const forgetSessions = (): void => store.setState({ loaded: undefined, error: undefined });

/** Loads the list, also after a change that ended some of them. */
export async function loadSessions(): Promise<void> {
  try {
    store.setState({ loaded: await call(accountRoutes.getSessions, {}), error: undefined });
  } catch (error) {
    store.setState({ loaded: undefined, error: errorMessage(error) });
  }
}
