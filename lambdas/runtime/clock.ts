/** The only place where functions read the time, in milliseconds since 1970. */
export const now = (): number => Date.now();

export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** Today in UTC as yyyy-mm-dd, which the rules of the form use. */
export const today = (): string => new Date(now()).toISOString().slice(0, 10);

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
