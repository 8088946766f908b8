import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const store = createStore<{ words: string | undefined }>(() => ({ words: undefined }));

/** Tells of a failure that belongs to no page, in the dialog 'Unexpected Error'. */
export const showUnexpectedError = (words: string): void => store.setState({ words });
export const closeUnexpectedError = (): void => store.setState({ words: undefined });
export const useUnexpectedError = (): string | undefined => useStore(store, ({ words }) => words);
