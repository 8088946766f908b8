import { partnerOf } from '../../shared/partners/index.ts';
import { checkForm } from '../../shared/questions/check-form.ts';
import { applicationOf } from '../../shared/questions/index.ts';

/** Checks a partner's form. In a worker, so that it does not delay typing. */
addEventListener('message', ({ data: { id, today } }: MessageEvent<{ id: string; today: string }>) => {
  const partner = partnerOf(id);
  postMessage(checkForm(applicationOf(partner, today), partner));
});
