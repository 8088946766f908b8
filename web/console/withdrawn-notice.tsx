import { useEffect, useRef } from 'react';
import type { ApplicationFacts } from '../../shared/api/console-replies.ts';
import { staffChecklistRoutes } from '../../shared/api/console-routes.ts';
import { isAllowed } from '../../shared/api/staff-roles.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmation } from '../ui/confirm-dialog.tsx';
import { speak } from '../ui/speak.ts';
import { callStaff } from './call-staff.ts';
import { Problem } from './problem.tsx';
import { changeFacts } from './queries.ts';
import { useMember } from './session.ts';
import { fullTime } from './times.ts';

/** Asks before it reinstates, because the applicant gets an email about it. */
function Reinstate({ applicant, name }: Pick<ApplicationFacts, 'applicant' | 'name'>) {
  const { ask, error, dialog } = useConfirmation(async (close) => {
    await callStaff(staffChecklistRoutes.reinstate, { params: { applicant } });
    close();
    changeFacts(applicant, () => ({ withdrawn_at: '' }));
    speak('Application reinstated');
  });
  return (
    <>
      <Button size="fit" onClick={ask}>
        Reinstate
      </Button>
      <ConfirmDialog
        {...dialog}
        title="Reinstate this application?"
        action="Reinstate"
        look="primary"
        size="next"
      >
        <p>
          The application of {name} is no longer withdrawn, and the applicant gets an email within minutes.
        </p>
        <Problem error={error} />
      </ConfirmDialog>
    </>
  );
}

/** Says that the applicant withdrew the application. Some roles can reinstate it. */
export function WithdrawnNotice({ facts }: { readonly facts: ApplicationFacts }) {
  const { roles } = useMember();
  const isWithdrawn = facts.withdrawn_at !== '';
  const wasWithdrawn = useRef(isWithdrawn);
  useEffect(() => {
    // The button that had the focus is gone.
    if (wasWithdrawn.current && !isWithdrawn) document.querySelector<HTMLElement>('h1')?.focus();
    wasWithdrawn.current = isWithdrawn;
  }, [isWithdrawn]);
  if (!isWithdrawn) return null;
  return (
    <div className="row notice withdrawn">
      <p>
        <strong>Withdrawn</strong> by the applicant on {fullTime(facts.withdrawn_at)}
      </p>
      {isAllowed(roles, 'reinstate') && <Reinstate {...facts} />}
    </div>
  );
}
