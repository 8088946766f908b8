import { checkForm } from '../../shared/application/check-form.ts';
import type { ConfigurationError } from '../../shared/form/index.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { partnerForm } from '../form-state/partner-form.ts';

/** What is wrong with the configuration, in the words of the platform specification, point 5. */
export const Warnings = ({ faults }: { faults: readonly ConfigurationError[] }) =>
  faults.length === 0 ? null : (
    <ul className="notice" data-stops role="alert">
      {faults.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );

/** Shown to developers only; `npm run check` refuses the same before a deployment. */
export default function ConfigurationWarnings() {
  return <Warnings faults={checkForm(partnerForm(), currentPartner())} />;
}
