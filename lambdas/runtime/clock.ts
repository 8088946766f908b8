/** The only place where functions read the time, in milliseconds since 1970. */
export const now = (): number => Date.now();

export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** Today in UTC as yyyy-mm-dd, which the rules of the form use. */
export const today = (): string => new Date(now()).toISOString().slice(0, 10);

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The result of `work`, but not before `milliseconds` have passed, so that the time does not reveal what was done. */
export async function withMinimumDuration<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const [settled] = await Promise.allSettled([work, pause(milliseconds)]);
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}
