/** The width from which nothing is folded; the style sheets have the same one. */
const wideScreen = '(min-width: 601px)';

export const isWideScreen = (): boolean => matchMedia(wideScreen).matches;
