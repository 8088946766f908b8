import { Suspense } from 'react';
import { isDevelopment } from '../api-client/site-config.ts';
import { loadForm } from '../form-state/load-form.ts';
import { useSaving } from '../form-state/save-status.ts';
import { AccountMenu } from '../layout/account-menu.tsx';
import { useAsyncErrors } from '../layout/async-errors.ts';
import { Footer } from '../layout/footer.tsx';
import { Header } from '../layout/header.tsx';
import { Guard } from '../layout/route-guard.tsx';
import { Later } from '../ui/deferred.tsx';
import { lazily } from '../ui/lazy-with-retry.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { WrongTogether } from './error-announcement.tsx';
import { StepNav } from './step-nav.tsx';

const Conflicts = lazily(async () => ({ default: (await import('./conflicts.tsx')).Conflicts }));

const ConfigurationWarnings = lazily(() => import('./configuration-warnings.tsx'));

export const loader = loadForm;

/** Around the form pages and the completion page: header with steps, footer, and what is said aloud. */
export function Component() {
  useAsyncErrors();
  const isHydrated = useHydrated();
  const hasConflicts = Object.keys(useSaving().conflicts).length > 0;
  return (
    <>
      <Header menu={<AccountMenu />}>
        <StepNav />
      </Header>
      {isHydrated && isDevelopment() && (
        <Later>
          <ConfigurationWarnings />
        </Later>
      )}
      <Guard />
      <WrongTogether />
      <Suspense>{hasConflicts && <Conflicts />}</Suspense>
      <Footer />
    </>
  );
}
