import { useAsyncErrors } from '../layout/async-errors.ts';
import { Footer } from '../layout/footer.tsx';
import { Header } from '../layout/header.tsx';
import { RouteGuard } from '../layout/route-guard.tsx';

/** The layout of the account pages. */
export function Component() {
  useAsyncErrors();
  return (
    <>
      <Header />
      <RouteGuard />
      <Footer />
    </>
  );
}
