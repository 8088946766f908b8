import type { FocusEvent } from 'react';
import { NavLink } from 'react-router';
import { isAllowed, type StaffRole } from '../../shared/api/staff-roles.ts';
import { Brand, SkipLink } from '../layout/header.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmation } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useAction } from '../ui/use-action.ts';
import { auditLogPath, checklistPath, listPath, settingsPath } from './paths.ts';
import { Problem, problemText } from './problem.tsx';
import { useMember } from './session.ts';
import { signOut } from './sign-out.ts';

const roleNames: Readonly<Record<StaffRole, string>> = {
  reader: 'Reader',
  records: 'Records',
  office: 'Office',
  director: 'Director',
};

function SignOut() {
  const { run, isBusy, error, clearError } = useAction(() => signOut());
  return (
    <>
      <Button look="quiet" size="fit" isBusy={isBusy} onClick={() => run()}>
        Sign out
      </Button>
      <Dialog
        isOpen={error !== undefined}
        onClose={clearError}
        title="You are still signed in"
        isAlert
        actions={
          <Button look="primary" size="next" onClick={clearError}>
            Close
          </Button>
        }
      >
        <p>{problemText(error)}</p>
      </Dialog>
    </>
  );
}

function SignOutEverywhere() {
  const { ask, error, dialog } = useConfirmation(() => signOut({ isEverywhere: true }));
  return (
    <>
      <Button look="quiet" size="fit" onClick={ask}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        {...dialog}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        look="primary"
        size="next"
      >
        <p>This ends all your sessions in the console, in this browser and on every other device.</p>
        <Problem error={error} />
      </ConfirmDialog>
    </>
  );
}

/** Pages besides the list. */
const pagesOf = [
  { path: checklistPath, title: 'Checklist items', permission: 'checklist' },
  { path: settingsPath, title: 'Settings', permission: 'settings' },
  { path: auditLogPath, title: 'Audit log', permission: 'auditLog' },
] as const;

function Navigation() {
  const { roles } = useMember();
  const pages = pagesOf.filter(({ permission }) => isAllowed(roles, permission));
  if (pages.length === 0) return null;
  return (
    <nav className="row console-nav" aria-label="Console">
      <NavLink to={listPath} end>
        Applications
      </NavLink>
      {pages.map(({ path, title }) => (
        <NavLink key={path} to={path}>
          {title}
        </NavLink>
      ))}
    </nav>
  );
}

/** Closes the menu when the focus leaves it. A dialog that it opened is inside. */
function closeBehind({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
}

/** The signed-in person with their roles, and the ways to sign out. */
function Person() {
  const { name, roles } = useMember();
  return (
    <details className="person" onBlur={closeBehind}>
      <summary>
        <span>
          <strong>{name}</strong>
          <span className="brand-title">{roles.map((role) => roleNames[role]).join(', ')}</span>
        </span>
      </summary>
      <div className="person-menu">
        <SignOut />
        <SignOutEverywhere />
      </div>
    </details>
  );
}

/** The partner, the pages of the console, and the signed-in person. */
export function Header() {
  return (
    <header className="header">
      <SkipLink />
      <div className="row header-line">
        <Brand to={listPath} title="Admissions console" />
        <Navigation />
        <Person />
      </div>
    </header>
  );
}
