import type { ReactNode } from 'react';
import type { AccountForm } from './use-account-form.ts';

interface Props {
  readonly form: AccountForm;
  readonly children: ReactNode;
}

/** The fields and the button of an account form. While one submission is on its way, there is no second. */
export const SubmitForm = ({ form, children }: Props) => (
  <form
    method="post"
    autoComplete="off"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      if (!form.isBusy) form.submit();
    }}
  >
    {children}
  </form>
);
