const place = 'username';

/** The name a visitor typed, for a page that is opened again without its navigation state (decision D-27). */
export const keepUsername = (username: string): void => sessionStorage.setItem(place, username);
export const keptUsername = (): string => globalThis.sessionStorage?.getItem(place) ?? '';
export const forgetUsername = (): void => sessionStorage.removeItem(place);
