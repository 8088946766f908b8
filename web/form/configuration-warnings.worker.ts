import { university } from '../../shared/partners/index.ts';
import { checkForm } from '../../shared/questions/check-form.ts';
import { applicationOf } from '../../shared/questions/index.ts';

/** Checks the university's form. In a worker, so that it does not delay typing. */
addEventListener('message', ({ data: today }: MessageEvent<string>) => {
  postMessage(checkForm(applicationOf(university, today), university));
});
