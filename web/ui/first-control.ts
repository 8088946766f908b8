const focusable = 'input:not([type=file]),select,textarea,button,a[href]';

/** The control that the Tab key would focus: the checked radio, otherwise the first control. */
export const firstControl = (container: HTMLElement) =>
  container.querySelector<HTMLElement>('[type=radio]:checked') ??
  container.querySelector<HTMLElement>(focusable);
