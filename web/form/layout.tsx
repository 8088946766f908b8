import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../api/queries.ts';
import { AccountMenu } from '../layout/account-menu.tsx';
import { Footer } from '../layout/footer.tsx';
import { Guard } from '../layout/guard.tsx';
import { Header } from '../layout/header.tsx';
import { useSpoken } from './answer.ts';
import { Conflicts } from './conflicts.tsx';
import { loadForm } from './load.ts';
import { StepNav } from './step-nav.tsx';

export const loader = loadForm;

/** Around the form pages and the completion page: header with steps, footer, and what is said aloud. */
export function Component() {
  const spoken = useSpoken();
  return (
    <QueryClientProvider client={queryClient}>
      <Header menu={<AccountMenu />}>
        <StepNav />
      </Header>
      <Guard />
      <p className="unseen" role="status">
        {spoken}
      </p>
      <Conflicts />
      <Footer />
    </QueryClientProvider>
  );
}
