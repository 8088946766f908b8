import { type ReactNode, useEffect, useState } from 'react';
import type { Option } from '../../shared/form/index.ts';
import { whenIdle } from '../ui/deferred.tsx';

const maxImmediateOptions = 20;

/**
 * Renders a long list only when the user reaches for it or the browser is idle. The chosen option is always
 * rendered.
 */
export function useDeferredOptions(options: readonly Option[], chosen: string) {
  const [isBuilt, setBuilt] = useState(options.length <= maxImmediateOptions);
  const build = () => setBuilt(true);
  useEffect(() => (isBuilt ? undefined : whenIdle(() => setBuilt(true))), [isBuilt]);
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
