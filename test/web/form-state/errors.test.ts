import { expect, it } from 'vitest';
import { onValidation, revalidate, validateForm } from '../../../web/form-state/errors.ts';
import { resetForm, setAnswers } from '../../../web/form-state/form-store.ts';

it('the form is validated once for each change of an answer, and listeners are called once', () => {
  resetForm();
  revalidate();
  let calls = 0;
  const stop = onValidation(() => {
    calls += 1;
  });
  const found = validateForm();
  revalidate({ isQuiet: true });
  expect(validateForm()).toBe(found);
  expect(calls).toBe(0);

  setAnswers({ first_name: 'Ada' });
  revalidate();
  revalidate();
  expect(Object.keys(found)).toContain('first_name');
  expect(Object.keys(validateForm())).not.toContain('first_name');
  expect(calls).toBe(1);
  stop();
  resetForm();
});
