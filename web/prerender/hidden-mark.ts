/**
 * The data attribute that hides the prerendered page, because it was rendered for an anonymous visitor
 * without answers.
 */
export const hiddenAttribute = 'known';

export const isHidden = (): boolean => hiddenAttribute in document.documentElement.dataset;
export const revealPage = (): void => {
  delete document.documentElement.dataset[hiddenAttribute];
};

/** True if the document contains the prerendered content of the requested page. */
export const isPrerendered = (): boolean =>
  document.documentElement.dataset.path === location.pathname && !isHidden();
