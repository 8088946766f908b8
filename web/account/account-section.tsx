import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Banner } from './banner.tsx';
import { useReportedErrors } from './section-errors.ts';
import { SubmitForm } from './submit-form.tsx';
import type { AccountForm } from './use-account-form.ts';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** One subject of the account page. */
export const AccountSection = ({ id, title, children }: SectionProps) => (
  <section className="card" aria-labelledby={id}>
    <h2 id={id} tabIndex={-1}>
      {title}
    </h2>
    {children}
  </section>
);

interface FormProps {
  /** The form's name in its error banner. */
  readonly name: string;
  readonly form: AccountForm;
  readonly submitLabel: string;
  readonly look?: 'primary' | 'danger';
  readonly children: ReactNode;
}

/** A form of a section: its error banner, its fields and its button. */
export function SectionForm({ name, form, submitLabel, look = 'primary', children }: FormProps) {
  useReportedErrors(name, form.isInvalid);
  return (
    <>
      <Banner label={`${name} Error`} message={form.failure?.message} form={form} />
      <SubmitForm form={form}>
        {children}
        <Button look={look} type="submit" isBusy={form.isBusy}>
          {submitLabel}
        </Button>
      </SubmitForm>
    </>
  );
}
