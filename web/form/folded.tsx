import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Fold, isEmpty, keysIn } from '../../shared/form/index.ts';
import { useErrors } from '../form-state/errors.ts';
import { formStore } from '../form-state/form-store.ts';
import { isWideScreen } from '../ui/wide-screen.ts';

/**
 * Optional questions, folded on a phone, or at every width. Never while one of them has an answer or an
 * error; and once open, only the applicant closes them. The browser's search finds folded text and opens it.
 */
export function Folded({ block, children }: { block: Fold; children: ReactNode }) {
  const keys = useMemo(() => keysIn(block.blocks), [block]);
  const hasAnswer = formStore.use(({ answers }) => keys.some((key) => !isEmpty(answers[key])));
  const errors = useErrors();
  const mustShow = hasAnswer || keys.some((key) => key in errors);
  const [isOpen, setOpen] = useState(mustShow);
  if (mustShow && !isOpen) setOpen(true);
  useEffect(() => {
    if (isWideScreen() && !block.everyWidth) setOpen(true);
  }, [block]);
  return (
    <details className="folded" data-every-width={block.everyWidth || undefined} open={isOpen || undefined}>
      <summary>
        {block.title} <span className="optional">(optional)</span>
      </summary>
      <div className="blocks">{children}</div>
    </details>
  );
}
