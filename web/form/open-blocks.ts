import { routes } from '../../shared/api/routes.ts';
import { type Answers, countsShowing } from '../../shared/form/index.ts';
import { call } from '../api/call.ts';
import { ourForm } from './our-form.ts';

type Counts = Readonly<Record<string, number>>;

/** Opens the repeated blocks in which brought answers stand, and keeps their number: hidden, they would be emptied. */
export async function openBlocksOf(answers: Answers, counts: Counts): Promise<Counts> {
  const raised = countsShowing(ourForm(), { answers, counts });
  for (const [button_id, num_components] of Object.entries(raised))
    if (num_components !== counts[button_id])
      await call(routes.application.putAddAnother, { body: { button_id, num_components } });
  return raised;
}
