import { useState } from 'react';
import { routes } from '../../shared/api/routes.ts';
import { call } from '../api/call.ts';
import { UnauthorizedError } from '../api/errors.ts';
import { toast } from '../ui/toast.ts';
import { follow } from './answer.ts';
import { forgetAnswers } from './set-aside.ts';
import { standing, useCount } from './standing.ts';
import { tell } from './told.ts';

/** How many repeated blocks are open, and the two ways to change that. Each is kept before it shows. */
export function useCountChange(id: string, label: string) {
  const count = useCount(id);
  const [isBusy, setBusy] = useState(false);

  /** Whether it was kept. A failure is told, and changes nothing. */
  async function keep(num_components: number, failed: string): Promise<boolean> {
    setBusy(true);
    try {
      await call(routes.application.putAddAnother, { body: { button_id: id, num_components } });
      standing.setState(({ counts }) => ({ counts: { ...counts, [id]: num_components } }));
      return true;
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) toast.error(failed);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    count,
    isBusy,
    add: () => keep(count + 1, `Error adding another ${id}`),
    /** Removes the last one with its answers: they are gone, and do not return with the next one. */
    async remove() {
      if (!(await keep(count - 1, `Error removing ${label} ${count}`))) return false;
      forgetAnswers(Object.keys(follow({})));
      tell(`${label} ${count} removed`);
      return true;
    },
  };
}
