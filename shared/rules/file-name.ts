import { withoutInvisible } from '../form/index.ts';

/**
 * A file name as it is seen. It loses what could make it look like another one, for example a text that runs
 * backwards and ends in "gnp.exe".
 */
export const cleanFileName = (name: string): string => withoutInvisible(name);
