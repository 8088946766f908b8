import { useEffect, useState } from 'react';
import { type ConfigurationError, InvalidConfigurationError } from '../../shared/form/index.ts';
import { reportError } from '../api-client/error-reports.ts';
import { today } from '../form-state/partner-form.ts';

/** The errors in the partner's configuration. */
export const WarningList = ({ errors }: { errors: readonly ConfigurationError[] }) =>
  errors.length === 0 ? null : (
    <ul className="notice" data-stops role="alert">
      {errors.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );

/**
 * Shown to developers only. Keys that the list of answers does not have are also thrown. `npx matricula ops
 * check` rejects the same errors before a deployment.
 */
export default function ConfigurationWarnings() {
  const [errors, setErrors] = useState<readonly ConfigurationError[]>([]);
  useEffect(() => {
    const worker = new Worker(new URL('./configuration-warnings.worker.ts', import.meta.url), {
      type: 'module',
    });
    worker.addEventListener('message', ({ data }: MessageEvent<readonly ConfigurationError[]>) => {
      setErrors(data);
      const unknown = data.filter(({ kind }) => kind === 'key outside the data model');
      if (unknown.length > 0) throw new InvalidConfigurationError(unknown); // requirement DV-04
    });
    worker.addEventListener('error', ({ message }) => reportError(new Error(message)));
    worker.postMessage(today());
    return () => worker.terminate();
  }, []);
  return <WarningList errors={errors} />;
}
