import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** The proof that an application arrived. */
export interface Receipt {
  readonly confirmation: string;
  readonly submitted_at: string;
}
const store = createStore<{ receipt: Receipt | null }>(() => ({ receipt: null }));

export const keepReceipt = (receipt: Receipt | null): void => store.setState({ receipt });
export const useReceipt = (): Receipt | null => useStore(store, ({ receipt }) => receipt);
