/**
 * The data attribute that hides the prerendered page, because it was rendered for an anonymous visitor
 * without answers.
 */
export const hiddenAttribute = 'known';

export const isHidden = (): boolean => hiddenAttribute in document.documentElement.dataset;
export const revealPage = (): void => {
  delete document.documentElement.dataset[hiddenAttribute];
};
