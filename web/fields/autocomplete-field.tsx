import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AutocompleteQuestion } from '../../shared/form/index.ts';
import { getAnswers } from '../form-state/form-store.ts';
import { whenFirstUsed } from '../ui/deferred.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { TextField } from './text-field.tsx';

interface Props {
  readonly name: string;
  readonly question: AutocompleteQuestion;
}
type SuggestingField = ComponentType<Props & { readonly isTyping: boolean }>;

let loaded: SuggestingField | undefined;

async function load() {
  loaded = (await import('./combobox.tsx')).Combobox;
  return loaded;
}

/** The caret position, when this field's input has the focus. */
function caretIn(name: string): readonly [number, number] | undefined {
  const input = document.activeElement;
  if (!(input instanceof HTMLInputElement) || input.id !== `${name}-control`) return undefined;
  return [input.selectionStart ?? 0, input.selectionEnd ?? 0];
}

/**
 * A text field at first, because the answer may simply be typed. The combobox replaces it when the user
 * interacts with the page; a user who is typing then keeps the caret and sees suggestions.
 */
export function AutocompleteField(props: Props) {
  const { name } = props;
  const isHydrated = useHydrated();
  // A prerendered field hydrates as it was rendered, even if another one has loaded the combobox.
  const [SuggestingField, setSuggestingField] = useState(() => (isHydrated ? loaded : undefined));
  const caret = useRef<ReturnType<typeof caretIn>>(undefined);
  const initialValue = useRef(getAnswers()[name]);
  const isTyping = useRef(false);

  useEffect(() => {
    if (SuggestingField !== undefined) return;
    let isUnmounted = false;
    const cancel = whenFirstUsed(() => {
      load().then(
        (component) => {
          if (isUnmounted) return;
          caret.current = caretIn(name);
          isTyping.current = caret.current !== undefined && getAnswers()[name] !== initialValue.current;
          // Synchronously, so that no input event comes between reading and restoring the caret.
          flushSync(() => setSuggestingField(() => component));
        },
        () => {
          // Without the combobox the text field stays.
        },
      );
    });
    return () => {
      isUnmounted = true;
      cancel();
    };
  }, [SuggestingField, name]);

  useLayoutEffect(() => {
    const input = document.getElementById(`${name}-control`);
    if (SuggestingField === undefined || caret.current === undefined || !(input instanceof HTMLInputElement))
      return;
    input.focus();
    input.setSelectionRange(...caret.current);
    caret.current = undefined;
  }, [SuggestingField, name]);

  return SuggestingField === undefined ? (
    <TextField {...props} />
  ) : (
    <SuggestingField {...props} isTyping={isTyping.current} />
  );
}
