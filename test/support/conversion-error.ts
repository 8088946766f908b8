import { RejectedFile } from '../../lambdas/conversion/rejections.ts';

/** The message that the applicant reads when a document cannot be converted. */
export const conversionErrorOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof RejectedFile) return error.message;
    throw error;
  }
  return 'converted';
};

/**
 * The CPU time of some work in milliseconds. Unlike elapsed time, it does not grow when the machine is busy.
 */
export const cpuTimeOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};
