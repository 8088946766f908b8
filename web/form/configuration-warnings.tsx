import type { ConfigurationError } from '../../shared/form/index.ts';
import { checkForm } from '../../shared/questions/check-form.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { partnerForm } from '../form-state/partner-form.ts';

/** The errors in the partner's configuration. */
export const WarningList = ({ errors }: { errors: readonly ConfigurationError[] }) =>
  errors.length === 0 ? null : (
    <ul className="notice" data-stops role="alert">
      {errors.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );

/** Shown to developers only. `npx matricula ops check` rejects the same errors before a deployment. */
export default function ConfigurationWarnings() {
  return <WarningList errors={checkForm(partnerForm(), currentPartner())} />;
}
