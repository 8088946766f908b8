import { createContext, useContext, useEffect } from 'react';

/** Tells the page whether a section shows an error, for the title of the page. */
const ErrorReport = createContext<(section: string, isInvalid: boolean) => void>(() => {});

export const ReportErrors = ErrorReport.Provider;

export function useReportedErrors(section: string, isInvalid: boolean): void {
  const report = useContext(ErrorReport);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `report` only sets a state, and is another function each time
  useEffect(() => report(section, isInvalid), [section, isInvalid]);
}
