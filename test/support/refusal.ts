import { Refused } from '../../lambdas/conversion/refusals.ts';

/** The words that the applicant reads instead of a converted document. */
export const refusalOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
  return 'converted';
};

/** The processor time of some work in milliseconds: unlike the time on the clock, other programs do not lengthen it. */
export const effortOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};
