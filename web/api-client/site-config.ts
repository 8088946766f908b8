import * as v from 'valibot';
import { type Partner, type PartnerWithSettings, partnerOf } from '../../shared/partners/index.ts';

/** The shape of config.json, which describes the deployment. */
const siteConfig = v.object({
  environment: v.string(),
  stage: v.string(),
  partner: v.string(),
  rejectCommonPasswords: v.optional(v.boolean(), false),
});
type Config = Readonly<v.InferOutput<typeof siteConfig>>;

/** Each page names the partner it was rendered for (scripts/build/prerender-pages.ts). */
const pageConfig = (): Config => ({
  environment: 'production',
  stage: '',
  rejectCommonPasswords: false,
  partner: document.documentElement.dataset.partner ?? '',
});
let config: Config | undefined;

/**
 * Loads the configuration of the deployment. If that fails, the page uses the partner it was rendered for.
 */
export async function readConfig(): Promise<void> {
  config = pageConfig();
  try {
    const response = await fetch('/config.json');
    if (response.ok) config = v.parse(siteConfig, await response.json());
  } catch {
    // Falls back to the partner of the page, without warnings for developers.
  }
}

/** True if the page shows configuration warnings. */
export const isDevelopment = (): boolean => ['development', 'localhost'].includes(config?.environment ?? '');

/**
 * True if the server rejects common passwords. False if the configuration failed to load; the server still
 * checks.
 */
export const rejectsCommonPasswords = (): boolean => config?.rejectCommonPasswords === true;

/** Used for prerendering: pages belong to a partner, not to a deployment. */
export const configureForPrerender = (partner: string): void => {
  config = { environment: 'production', stage: '', rejectCommonPasswords: false, partner };
};

/** The partner of the site, with the settings of its file. */
export const partnerOfFile = (): PartnerWithSettings => partnerOf((config ?? pageConfig()).partner);

/** The partner of the site. Settings that the office publishes: published-settings.ts. */
export const currentPartner = (): Partner => partnerOfFile();
