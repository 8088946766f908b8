import type { share } from '../../shared/api/share.ts';
import type { Handlers } from '../http/request.ts';
import { ApiError } from '../runtime/errors.ts';
import { readApplication } from '../store/application.ts';
import { liveShareLinks, openShareLink, revokeShareLink } from '../store/share-links.ts';
import { countRequest, rateLimits } from '../store/throttles.ts';
import { sendShareLink, shareOf } from '../use-cases/share-links.ts';
import {
  sharedDeadline,
  sharedItems,
  sharedPages,
  unfinishedPages,
} from '../use-cases/shared-application.ts';
import { usernameFrom } from '../use-cases/typed-account.ts';

// Links that show an application to other people. The function of applications loads them with the first such
// call.

const messages = {
  sent: (to: string) => `We sent a link to ${to}.`,
  revoked: 'The link no longer works.',
  noLink: 'This link has already ended.',
  ended: 'This link has ended. Ask the applicant for a new one.',
} as const;

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString();

const ended = () => new ApiError('notFound', messages.ended);

export const shareCalls = {
  async getShareLinks({ caller: { sub } }) {
    const links = (await liveShareLinks(sub)).map(({ id, to, shows, sent_at, ends, opened_at = null }) => ({
      ...{ id, to, shows, sent_at, opened_at },
      ends_at: timeOf(ends),
    }));
    return { body: { links } };
  },

  async sendShareLink({ body, caller: { sub, username }, viewer }) {
    const to = usernameFrom(body.to);
    await sendShareLink({ sub, username, to, shows: body.shows, host: viewer.site });
    return { body: { message: messages.sent(to) } };
  },

  async revokeShareLink({ params: { id }, caller: { sub } }) {
    if (!(await revokeShareLink(sub, id))) throw new ApiError('notFound', messages.noLink);
    return { body: { message: messages.revoked } };
  },

  /** Unknown, expired and revoked tokens, and those of deleted applications, get the same response. */
  async openShareLink({ body: { token }, viewer }) {
    await countRequest(rateLimits.sharedViews, viewer.address);
    const found = await shareOf(token);
    if (found === undefined) throw ended();
    const { sub, link } = found;
    const stored = await readApplication(sub);
    const isDeleted = stored.deletionAskedAt !== undefined || stored.erasedAt !== undefined;
    if (isDeleted || !(await openShareLink(sub, link.id))) throw ended();
    const showsAnswers = link.shows === 'answers';
    return {
      body: {
        shared_by: stored.username,
        ends_at: timeOf(link.ends),
        submitted_at: stored.submission?.submitted_at ?? null,
        withdrawn_at: stored.withdrawnAt ?? null,
        shows: link.shows,
        pages: showsAnswers ? sharedPages(stored) : [],
        deadline: showsAnswers ? null : await sharedDeadline(stored),
        unfinished: showsAnswers ? [] : unfinishedPages(stored),
        items: showsAnswers ? [] : await sharedItems(stored),
      },
    };
  },
} satisfies Handlers<typeof share>;
