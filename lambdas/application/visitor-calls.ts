import type { visitor } from '../../shared/api/visitor.ts';
import { settingsCacheSeconds } from '../../shared/rules/limits.ts';
import type { Handlers } from '../http/request.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { log, withoutPersonalDataIn } from '../runtime/log.ts';
import { siteUrl } from '../runtime/site-url.ts';
import { readSettings } from '../table/settings.ts';
import { countRequest, isFromTwoNetworks, rateLimits } from '../table/throttles.ts';
import { createDeviceLink, readDeviceLink } from './device-links.ts';
import { applicantOfLink, turnRemindersOff } from './warnings.ts';

const messages = {
  unknown: "We couldn't find answers for this link. It may have expired.",
  kept: 'This link works for 24 hours.',
  logged: 'The issue has been logged.',
  ask: 'Do you want to turn off deadline emails?',
  off: 'Deadline emails are off.',
  wrongLink: 'This link doesn\'t work. Log in and turn off the emails under "Account and Security".',
} as const;

async function applicantOf(token: string): Promise<ApplicantId> {
  const sub = await applicantOfLink(token);
  if (sub === undefined) throw new ApiError('invalid', messages.wrongLink);
  return sub;
}

export const visitorCalls: Handlers<typeof visitor> = {
  /** Unknown, expired and used-up tokens get the same response. */
  async getAnswers({ query: { token = '' }, viewer }) {
    await countRequest(rateLimits.calls, viewer.address);
    const answers = await readDeviceLink(token);
    if (answers === undefined) throw new ApiError('notFound', messages.unknown);
    return { body: { ...answers } };
  },

  async saveAnswers({ body, viewer }) {
    await countRequest(rateLimits.deviceLinks, viewer.address);
    const { token, ignored } = await createDeviceLink(body.answer);
    const url = siteUrl(viewer.site, `/about?token=${token}`);
    return { body: { message: messages.kept, token, url, ignored } };
  },

  /** Follows a publication within 20 seconds, because CloudFront caches the reply as long. */
  async getSettings() {
    const body = await readSettings();
    return { body, headers: { 'cache-control': `public, max-age=${settingsCacheSeconds}` } };
  },

  /** Anybody can send reports, so operators hear of them only when two networks do. */
  async reportError({ body, viewer }) {
    await countRequest(rateLimits.calls, viewer.address);
    const { page, ...error } = withoutPersonalDataIn(body);
    const isCommon = await isFromTwoNetworks('page-reports', viewer.network);
    log({ level: 'warn', event: isCommon ? 'page.crashed' : 'page.crashed-in-one-network', page, error });
    return { body: { message: messages.logged } };
  },

  /** Mail programs open links, so this only asks. */
  async askToUnsubscribe({ query }) {
    await applicantOf(query.token);
    return { body: { message: messages.ask } };
  },

  async unsubscribe({ query }) {
    await turnRemindersOff(await applicantOf(query.token));
    return { body: { message: messages.off } };
  },
};
