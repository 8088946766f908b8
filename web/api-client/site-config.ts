import * as v from 'valibot';
import { type Partner, type PartnerWithSettings, university } from '../../shared/partners/index.ts';

/** The shape of config.json, which describes the deployment. */
const siteConfig = v.object({
  environment: v.string(),
  stage: v.string(),
  rejectCommonPasswords: v.optional(v.boolean(), false),
});
type Config = Readonly<v.InferOutput<typeof siteConfig>>;

/** Stands for the configuration until it is loaded, while a page is prerendered, and if loading fails. */
const usual: Config = {
  environment: 'production',
  stage: '',
  rejectCommonPasswords: false,
};
let config = usual;

/** Loads the configuration of the deployment. If that fails, the page has no warnings for developers. */
export async function readConfig(): Promise<void> {
  try {
    const response = await fetch('/config.json');
    if (response.ok) config = v.parse(siteConfig, await response.json());
  } catch {
    // The page keeps the usual configuration.
  }
}

/** True if the page shows configuration warnings. */
export const isDevelopment = (): boolean => ['development', 'localhost'].includes(config.environment);

/**
 * True if the server rejects common passwords. False if the configuration failed to load; the server still
 * checks.
 */
export const rejectsCommonPasswords = (): boolean => config.rejectCommonPasswords;

/** The partner of the site, with the settings of its file. */
export const partnerOfFile = (): PartnerWithSettings => university;

/** The partner of the site. Settings that the office publishes: published-settings.ts. */
export const currentPartner = (): Partner => partnerOfFile();
