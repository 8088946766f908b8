import { useEffect, useState } from 'react';
import type { Option } from '../../shared/form/index.ts';

const longList = 20;

/** Once, when the page has nothing else to do. */
export const whenIdle = (build: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const waiting = requestIdleCallback(build, { timeout: 1_000 });
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(build, 200);
  return () => clearTimeout(waiting);
};

/** A long list is built when somebody reaches for it or the page has nothing else to do; the chosen option always stands. */
export function useBuiltOptions(options: readonly Option[], chosen: string) {
  const [isBuilt, setBuilt] = useState(options.length <= longList);
  const build = () => setBuilt(true);
  useEffect(() => (isBuilt ? undefined : whenIdle(() => setBuilt(true))), [isBuilt]);
  return { options: isBuilt ? options : options.filter(([value]) => value === chosen), build };
}

/** The options of a list after its empty entry. */
export const Options = ({ options }: { options: readonly Option[] }) => (
  <>
    <option value="">--</option>
    {options.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
);
