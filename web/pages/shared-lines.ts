import type { ReplyOf } from '../../shared/api/index.ts';
import type { sharedRoutes } from '../../shared/api/shared-routes.ts';
import type { PrintLine } from '../../shared/form/index.ts';

type Section = ReplyOf<typeof sharedRoutes.openShareLink>['pages'][number]['sections'][number];

/** More options than these are drawn below each other. */
const inlineOptions = 2;

/** The lines of a page, as the print view draws them. Their keys stay on the server. */
export const sharedLines = (sections: readonly Section[]): readonly PrintLine[] =>
  sections.flatMap(({ title, is_inner, lines }) => [
    { kind: 'section', title, ...(is_inner ? { inner: true as const } : {}) } as const,
    ...lines.map(
      ({ label, text, is_answered: answered, options }): PrintLine => ({
        ...{ kind: 'answer', key: '', label, text, answered },
        column: options.length > inlineOptions,
        ...(options.length > 0 && { options }),
      }),
    ),
  ]);
