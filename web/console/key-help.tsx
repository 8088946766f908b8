import { useState } from 'react';
import { isAllowed } from '../../shared/api/staff-roles.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { setKeys, useKeySetting, useKeys } from './keys.ts';
import { useMember } from './session.ts';

const chooseKey = ['x', 'Choose the application that has the focus, for a file'] as const;

const keys = [
  ['j', 'Next application'],
  ['k', 'Previous application'],
  ['Enter', 'Open the application that has the focus'],
  ['u', 'Back to the list'],
  ['/', 'Search'],
  ['?', 'Show these keys'],
] as const;

/** The list of keys, opened by its button or by the question mark. */
export function KeyHelp() {
  const [isOpen, setOpen] = useState(false);
  const isOn = useKeySetting();
  useKeys({ '?': () => setOpen(true) });
  const close = () => setOpen(false);
  const { roles } = useMember();
  const shown = isAllowed(roles, 'export') ? [...keys, chooseKey] : keys;
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        Keyboard shortcuts
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title="Keyboard shortcuts"
        actions={
          <Button look="primary" size="next" onClick={close}>
            Close
          </Button>
        }
      >
        <dl className="keys">
          {shown.map(([key, action]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{action}</dd>
            </div>
          ))}
        </dl>
        <label className="choice">
          <input type="checkbox" checked={isOn} onChange={({ target }) => setKeys(target.checked)} />
          Use these keys
        </label>
      </Dialog>
    </>
  );
}
