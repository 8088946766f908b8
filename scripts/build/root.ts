import { resolve } from 'node:path';

/** The project's folder. */
export const root = resolve(import.meta.dirname, '../..');
