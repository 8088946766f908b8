/** Set on the document while what was drawn ahead of time is not for whoever looks at it. */
export const hiddenMark = 'known';

export const isHidden = (): boolean => hiddenMark in document.documentElement.dataset;
export const showPage = (): void => {
  delete document.documentElement.dataset[hiddenMark];
};
