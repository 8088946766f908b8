/**
 * The data attribute that hides the prerendered page, because it was rendered for an anonymous visitor without
 * answers.
 */
export const hiddenMark = 'known';

export const isHidden = (): boolean => hiddenMark in document.documentElement.dataset;
export const revealPage = (): void => {
  delete document.documentElement.dataset[hiddenMark];
};
