import { relative, resolve, sep } from 'node:path';

/** The project's folder. */
export const root = resolve(import.meta.dirname, '../..');

/** A file's path from the project's folder, with slashes on every system. */
export const fromRoot = (file: string): string => relative(root, file).split(sep).join('/');
