import { Suspense } from 'react';
import { AccountMenu } from '../layout/account-menu.tsx';
import { useAsyncErrors } from '../layout/async-errors.ts';
import { Footer } from '../layout/footer.tsx';
import { Guard } from '../layout/guard.tsx';
import { Header } from '../layout/header.tsx';
import { isDevelopment } from '../partner.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { Later } from '../ui/later.tsx';
import { lazily } from '../ui/lazily.ts';
import { loadForm } from './load.ts';
import { useSaving } from './saving.ts';
import { StepNav } from './step-nav.tsx';
import { WrongTogether } from './wrong-together.tsx';

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
