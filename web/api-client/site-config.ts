import * as v from 'valibot';
import { type Partner, partnerOf } from '../../shared/partners/index.ts';

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
    // The partner of the page is used, and developers see no warnings.
  }
}

/** Whether the page shows configuration warnings. */
export const isDevelopment = (): boolean => ['development', 'localhost'].includes(config?.environment ?? '');

/** Common passwords are rejected. If the configuration could not be loaded, only the server says so. */
export const rejectsCommonPasswords = (): boolean => config?.rejectCommonPasswords === true;

/** For prerendering: pages belong to a partner, not to a deployment. */
export const configureForPrerender = (partner: string): void => {
  config = { environment: 'production', stage: '', rejectCommonPasswords: false, partner };
};

export const currentPartner = (): Partner => partnerOf((config ?? pageConfig()).partner);
