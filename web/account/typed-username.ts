import { string } from 'valibot';
import { tabStorage } from '../session/tab-storage.ts';

const storageKey = 'username';

/**
 * The username that an anonymous visitor typed, for an account page that is opened without location state.
 */
export const rememberUsername = (username: string): void => tabStorage.write(storageKey, username);
export const rememberedUsername = (): string => tabStorage.read(storageKey, string()) ?? '';
export const forgetUsername = (): void => tabStorage.remove(storageKey);
