/** Platform specification, point 2. */
export const formPaths = ['/about', '/education', '/final-steps'] as const;
export const accountPaths = ['/login', '/signup', '/confirm', '/forgot', '/reset'] as const;
export const completionPath = '/completion';
export const defaultPath = '/about';
/** Open to everybody at any time. */
export const statementPath = '/accessibility';

export const isFormPath = (path: string): boolean => formPaths.some((each) => each === path);
export const isAccountPath = (path: string): boolean => accountPaths.some((each) => each === path);
