import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Prevents the browser from replacing the form with a file that is dropped outside a field. */
function keepForm(event: DragEvent): void {
  if (event.defaultPrevented || !hasFiles(event)) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
}

/**
 * Accepts files that are dropped anywhere on the field around an element: its label, hints and messages too.
 * Returns true while something is dragged over it. The field's button offers the same without drag and drop.
 */
export function useDrop(
  inside: RefObject<HTMLElement | null>,
  onDrop: (files: readonly File[]) => void,
): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const take = useEffectEvent(onDrop);
  useEffect(() => {
    const field = inside.current?.closest<HTMLElement>('.field');
    const listening = new AbortController();
    const { signal } = listening;
    const over = (event: DragEvent) => {
      event.preventDefault();
      setDraggedOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && field?.contains(relatedTarget))) setDraggedOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setDraggedOver(false);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    field?.addEventListener('dragover', over, { signal });
    field?.addEventListener('dragleave', leave, { signal });
    field?.addEventListener('drop', drop, { signal });
    addEventListener('dragover', keepForm, { signal });
    addEventListener('drop', keepForm, { signal });
    return () => listening.abort();
  }, [inside]);
  return isDraggedOver;
}
