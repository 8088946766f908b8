import { currentPartner } from '../api-client/site-config.ts';
import { showErrorToast } from '../form-state/navigation.ts';
import { saveAll } from '../session/log-out.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { useAction } from '../ui/use-action.ts';
import { AccountSection } from './account-section.tsx';

/** Downloads the applicant's stored data. */
export function OwnData() {
  const { run, isBusy } = useAction(async () => {
    await saveAll();
    // Loaded on demand, because it includes the labels of all questions.
    const { downloadOwnData } = await import('./download-own-data.ts');
    await downloadOwnData();
    toast.success('Your data was downloaded as my-data.html.');
  }, showErrorToast);
  const { helpEmail } = currentPartner();
  return (
    <AccountSection id="data-section" title="Your data">
      <p className="hint card-text">
        Download what we store about you: answers, file names, and log-ins. The files themselves are in the
        PDF copy of your application. For your full account history, write to{' '}
        <a href={`mailto:${helpEmail}`}>{helpEmail}</a>.
      </p>
      <Button isBusy={isBusy} onClick={() => run()}>
        Download my data
      </Button>
    </AccountSection>
  );
}
