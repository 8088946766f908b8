import { useAsyncErrors } from '../layout/async-errors.ts';
import { Footer } from '../layout/footer.tsx';
import { Guard } from '../layout/guard.tsx';
import { Header } from '../layout/header.tsx';

/** Around the five account pages. */
export function Component() {
  useAsyncErrors();
  return (
    <>
      <Header />
      <Guard />
      <Footer />
    </>
  );
}
