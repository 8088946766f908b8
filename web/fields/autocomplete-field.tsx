import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AutocompleteQuestion } from '../../shared/form/index.ts';
import { getAnswers } from '../form-state/form-store.ts';
import { whenFirstUsed } from '../ui/idle.ts';
import { TextField } from './text-field.tsx';

interface Props {
  readonly name: string;
  readonly question: AutocompleteQuestion;
}
type Suggesting = ComponentType<Props & { readonly isTyping: boolean }>;

let loaded: Suggesting | undefined;

async function load() {
  loaded = (await import('./combobox.tsx')).Combobox;
  return loaded;
}

/** The input that has the focus, when it is this field's, and where its caret stands. */
function caretIn(name: string): readonly [number, number] | undefined {
  const input = document.activeElement;
  if (!(input instanceof HTMLInputElement) || input.id !== `${name}-control`) return undefined;
  return [input.selectionStart ?? 0, input.selectionEnd ?? 0];
}

/**
 * A text field at first, because anybody may simply type the answer; the list of suggestions comes when somebody
 * begins to use the page, and whoever is typing by then keeps the caret and sees them.
 */
export function AutocompleteField(props: Props) {
  const { name } = props;
  const [Suggesting, setSuggesting] = useState(() => loaded);
  const caret = useRef<ReturnType<typeof caretIn>>(undefined);
  const first = useRef(getAnswers()[name]);
  const isTyping = useRef(false);

  useEffect(() => {
    if (Suggesting !== undefined) return;
    let isGone = false;
    const end = whenFirstUsed(() => {
      load().then(
        (found) => {
          if (isGone) return;
          caret.current = caretIn(name);
          isTyping.current = caret.current !== undefined && getAnswers()[name] !== first.current;
          // At once, so that no letter falls between reading the caret and setting it.
          flushSync(() => setSuggesting(() => found));
        },
        () => {
          // Without the suggestions the text field stays, and answers are typed.
        },
      );
    });
    return () => {
      isGone = true;
      end();
    };
  }, [Suggesting, name]);

  useLayoutEffect(() => {
    const input = document.getElementById(`${name}-control`);
    if (Suggesting === undefined || caret.current === undefined || !(input instanceof HTMLInputElement))
      return;
    input.focus();
    input.setSelectionRange(...caret.current);
    caret.current = undefined;
  }, [Suggesting, name]);

  return Suggesting === undefined ? (
    <TextField {...props} />
  ) : (
    <Suggesting {...props} isTyping={isTyping.current} />
  );
}
