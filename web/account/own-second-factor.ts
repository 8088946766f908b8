import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import type { ReplyOf } from '../../shared/api/index.ts';
import { call } from '../api-client/call.ts';
import { reportError } from '../api-client/error-reports.ts';

export type SecondFactorStatus = ReplyOf<typeof accountRoutes.getSecondFactor>;

const store = createStore<{ readonly status: SecondFactorStatus | undefined }>(() => ({ status: undefined }));

/** The second factor of the account that is logged in; undefined until it is loaded. */
export const useSecondFactor = (): SecondFactorStatus | undefined => useStore(store).status;

export const forgetSecondFactor = (): void => store.setState({ status: undefined });

/** Loads the status, also after a change of it. */
export const loadSecondFactor = (): Promise<void> =>
  call(accountRoutes.getSecondFactor, {}).then((status) => store.setState({ status }), reportError);
