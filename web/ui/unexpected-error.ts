import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const store = createStore<{ message: string | undefined }>(() => ({ message: undefined }));

/** Shows an error that belongs to no page, in the dialog 'Unexpected Error'. */
export const showUnexpectedError = (message: string): void => store.setState({ message });
export const closeUnexpectedError = (): void => store.setState({ message: undefined });
export const useUnexpectedError = (): string | undefined => useStore(store, ({ message }) => message);
