import { useTogether } from '../form-state/errors.ts';

/** Says what is wrong with several fields at once, in one message. The words beside each field stay where they are. */
export const WrongTogether = () => (
  <div className="unseen" role="alert">
    {useTogether()}
  </div>
);
