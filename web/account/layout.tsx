import { Footer } from '../layout/footer.tsx';
import { Header } from '../layout/header.tsx';
import { useAsyncErrors } from '../layout/optional-part.tsx';
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
