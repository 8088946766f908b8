import { tabStorage } from '../session/tab-storage.ts';

const place = 'username';

/** The name a visitor typed, for a page that is opened again without its navigation state (decision D-27). */
export const keepUsername = (username: string): void => tabStorage.write(place, username);
export const keptUsername = (): string => tabStorage.read(place);
export const forgetUsername = (): void => tabStorage.remove(place);
