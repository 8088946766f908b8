import { Dialog } from '../ui/dialog.tsx';
import { closeUnexpectedError, useUnexpectedError } from '../ui/toast.ts';
import { Toaster } from '../ui/toaster.tsx';

/** The toasts, and the dialog for unexpected errors. Loaded with the first of them. */
export default function Messages() {
  const unexpectedError = useUnexpectedError();
  return (
    <>
      <Toaster />
      <Dialog
        isOpen={unexpectedError !== undefined}
        onClose={closeUnexpectedError}
        title="Unexpected Error"
        isAlert
      >
        <p>{unexpectedError}</p>
      </Dialog>
    </>
  );
}
