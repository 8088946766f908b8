import { type ReactNode, useEffect, useState } from 'react';
import type { Option } from '../../shared/form/index.ts';
import { whenIdle } from '../ui/idle.ts';

const longList = 20;

/** A long list is built when somebody reaches for it or the page has nothing else to do; the chosen option always stands. */
export function useDeferredOptions(options: readonly Option[], chosen: string) {
  const [isBuilt, setBuilt] = useState(options.length <= longList);
  const build = () => setBuilt(true);
  useEffect(() => (isBuilt ? undefined : whenIdle(() => setBuilt(true))), [isBuilt]);
  return { options: isBuilt ? options : options.filter(([value]) => value === chosen), build };
}

const empty: Option = ['', '--'];

/** The options of a list after its empty entry. */
export const optionElements = (options: readonly Option[]): ReactNode =>
  [empty, ...options].map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
