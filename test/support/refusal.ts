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
