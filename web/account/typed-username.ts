import { tabStorage } from '../session/tab-storage.ts';

const place = 'username';

/** The name a visitor typed, for a page that is opened again without its navigation state (decision D-27). */
export const rememberUsername = (username: string): void => tabStorage.write(place, username);
export const rememberedUsername = (): string => tabStorage.read(place);
export const forgetUsername = (): void => tabStorage.remove(place);
