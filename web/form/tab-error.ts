export const tabError = (label: string): string => `Error handling tabs for ${label}`;
