import * as z from 'zod/mini';
import { emailMaxLength } from '../rules/account.ts';
import { sharedParts } from '../rules/share-links.ts';
import type { ContractsOf } from './contract.ts';
import { body, text } from './fields.ts';
import { shareRoutes } from './share-routes.ts';
import { sharedRoutes } from './shared-routes.ts';

/** Longer than the tokens that we make. */
const tokenMaxLength = 200;

export const share = {
  getShareLinks: { route: shareRoutes.getShareLinks },
  /** Mails a link to one person. The mail alone has the token. */
  sendShareLink: {
    route: shareRoutes.sendShareLink,
    body: body({
      to: text('to', emailMaxLength),
      shows: z.enum(sharedParts, 'shows: checklist or answers is expected.'),
    }),
  },
  /** `id` is from the list. */
  revokeShareLink: {
    route: shareRoutes.revokeShareLink,
    params: z.object({ id: z.string().check(z.regex(/^[\da-f]{16}$/, 'id: 16 hexadecimal digits.')) }),
  },
  /** Opens a link. Unknown, expired and revoked tokens get the same 404. */
  openShareLink: {
    route: sharedRoutes.openShareLink,
    body: body({ token: text('token', tokenMaxLength) }),
  },
} as const satisfies ContractsOf<typeof shareRoutes & typeof sharedRoutes>;
