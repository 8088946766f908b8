import { type ReactNode, Suspense, use, useLayoutEffect, useRef, useState } from 'react';
import { RestoreTypedInput } from './restore-typed-input.tsx';
import { dispatch, lazyPart, readTypedInput } from './typed-input.ts';

/** A prerendered part of the page that React has not hydrated yet. */
interface Part {
  isWaiting: boolean;
  readonly opened: Promise<void>;
  readonly open: () => void;
}

function createPart(isWaiting: boolean): Part {
  let resolve = () => {};
  const opened = new Promise<void>((done) => {
    resolve = done;
  });
  const open = () => {
    part.isWaiting = false;
    resolve();
  };
  const part: Part = { isWaiting, opened, open };
  return part;
}

const parts = new Map<HTMLElement, Part>();

/** Hydrates all parts: an answer may show or hide questions in any of them. */
export function hydrateAll(): void {
  for (const part of parts.values()) part.open();
}

/** Hydrates the parts with typed input immediately: React does so before an event reaches a part. */
export function hydrateTyped(): void {
  for (const element of [...parts.keys()]) {
    const [typed] = readTypedInput(element);
    if (typed !== undefined) dispatch(typed.control, 'input');
  }
}

/** Every use of a control starts with one of these events. The listener runs before React's own. */
const uses = ['pointerdown', 'keydown', 'focusin', 'input', 'click'] as const;
/** The browser fills these from any field, but a prerendered one has no options yet. */
const filledByBrowser = 'select[autocomplete]:not([autocomplete="off"])';
function hydrateUsed({ target, type }: Event): void {
  for (const [element, part] of parts) {
    const isUsed = element.contains(target as Node);
    if (isUsed || (type === 'focusin' && element.querySelector(filledByBrowser))) part.open();
  }
}

/** True while React hydrates a prerendered page for the first time. */
let isFirstRender = false;

/** Called before a prerendered page hydrates. */
export function startHydration(): void {
  isFirstRender = true;
  for (const type of uses) addEventListener(type, hydrateUsed, true);
}

/** Called after the first commit of a prerendered page. */
export const endFirstRender = (): void => {
  isFirstRender = false;
};

/** A part hydrates shortly before it scrolls into view. */
const margin = { rootMargin: '25% 0px' };

/** Opens a part when it is used or near. Returns how to stop. */
function openWhenNeeded(element: HTMLElement, part: Part): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (entries.at(-1)?.isIntersecting) part.open();
  }, margin);
  const stop = () => {
    observer.disconnect();
    parts.delete(element);
  };
  parts.set(element, part);
  observer.observe(element);
  void part.opened.then(stop);
  return stop;
}

/**
 * Suspends the first attempt to hydrate. React then keeps the prerendered HTML, and tries again when the part
 * is open, or when it has to render it for another reason.
 */
function Gate({ part, children }: { readonly part: Part | undefined; readonly children: ReactNode }) {
  if (part?.isWaiting) {
    part.isWaiting = false;
    use(part.opened);
  }
  return children;
}

interface Props {
  readonly className: string;
  /** False to hydrate soon after the rest of the page, without a use. */
  readonly waits: boolean;
  readonly children: ReactNode;
}

/**
 * A part of a prerendered page that hydrates when it is used or near, so that a press never waits for the
 * whole page. Elsewhere it only renders its children. Its props must not change while it waits.
 */
export function LazyHydration({ className, waits, children }: Props) {
  const [part] = useState(() => (isFirstRender ? createPart(waits) : undefined));
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (part !== undefined && container.current !== null) return openWhenNeeded(container.current, part);
  }, [part]);
  return (
    <div ref={container} className={className} {...{ [lazyPart]: '' }}>
      <Suspense fallback={null}>
        <Gate part={part}>{children}</Gate>
        {part && <RestoreTypedInput container={container} onHydrated={part.open} />}
      </Suspense>
    </div>
  );
}
