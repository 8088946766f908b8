import * as Radix from '@radix-ui/react-toast';
import { createPortal } from 'react-dom';
import { limits } from '../../shared/rules/limits.ts';
import { type Toast, toast, useToasts } from './toast.ts';
import './toaster.css';

const titles = { success: 'Success', error: 'Error' } as const;
const durations = { success: limits.toastMs, error: limits.errorToastMs } as const;
const swipeThreshold = 50;

function Item({ id, severity, text }: Toast) {
  return (
    <Radix.Root
      className="toast"
      data-severity={severity}
      type={severity === 'error' ? 'foreground' : 'background'}
      duration={durations[severity]}
      onOpenChange={(open) => {
        if (!open) toast.close(id);
      }}
    >
      <div>
        <Radix.Title asChild>
          <strong>{titles[severity]}</strong>
        </Radix.Title>
        {text !== '' && (
          <Radix.Description asChild>
            <p>{text}</p>
          </Radix.Description>
        )}
      </div>
      <Radix.Close className="icon-button" aria-label="Close">
        <span aria-hidden="true">×</span>
      </Radix.Close>
    </Radix.Root>
  );
}

/**
 * Renders the toasts. F8 moves the focus there. They follow the page instead of being its last part, so that
 * room for them moves nothing in it.
 */
export function Toaster() {
  const toasts = useToasts();
  return (
    <Radix.Provider swipeThreshold={swipeThreshold} label="Notification">
      {toasts.map((item) => (
        <Item key={item.id} {...item} />
      ))}
      {createPortal(<Radix.Viewport className="toasts" hotkey={['F8']} />, document.body)}
    </Radix.Provider>
  );
}
