import { type ReactNode, useEffect, useState } from 'react';
import type { Option } from '../../shared/form/index.ts';
import { whenIdle } from '../ui/deferred.tsx';

const maxImmediateOptions = 20;

/**
 * Renders a long list only when the user reaches for it, and one that the browser may fill when it is idle.
 * The chosen option is always rendered.
 */
export function useDeferredOptions(options: readonly Option[], chosen: string, isFilledByBrowser: boolean) {
  const [isBuilt, setBuilt] = useState(options.length <= maxImmediateOptions);
  const build = () => setBuilt(true);
  const isDueWhenIdle = isFilledByBrowser && !isBuilt;
  useEffect(() => (isDueWhenIdle ? whenIdle(() => setBuilt(true)) : undefined), [isDueWhenIdle]);
  return { options: isBuilt ? options : options.filter(([value]) => value === chosen), build };
}

const emptyOption: Option = ['', '--'];

/** The option elements of a list, after an empty one. */
export const optionElements = (options: readonly Option[]): ReactNode =>
  [emptyOption, ...options].map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
