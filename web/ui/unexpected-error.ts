import { createValue } from '../value.ts';

const error = createValue<string | undefined>(undefined);

/** Shows an error that belongs to no page, in the dialog 'Unexpected Error'. */
export const showUnexpectedError = (message: string): void => error.set(message);
export const closeUnexpectedError = (): void => error.set(undefined);
export const useUnexpectedError = (): string | undefined => error.use((message) => message);
