import * as v from 'valibot';
import { type Partner, partnerOf } from '../../shared/partners/index.ts';

/** The site's config.json, which names the deployment. */
const siteConfig = v.object({ environment: v.string(), stage: v.string(), partner: v.string() });
type Config = Readonly<v.InferOutput<typeof siteConfig>>;

/** A page names the partner it was rendered for (scripts/build/prerender-pages.ts). */
const fromPage = (): Config => ({
  environment: 'production',
  stage: '',
  partner: document.documentElement.dataset.partner ?? '',
});
let config: Config | undefined;

/** Reads which deployment this is. When that fails, the page opens for the partner it was rendered for. */
export async function readConfig(): Promise<void> {
  config = fromPage();
  try {
    const response = await fetch('/config.json');
    if (response.ok) config = v.parse(siteConfig, await response.json());
  } catch {
    // The page's own partner stays, and developers see no warnings.
  }
}

/** Whether the page shows configuration warnings. */
export const isDevelopment = (): boolean => ['development', 'localhost'].includes(config?.environment ?? '');

/** For rendering pages ahead of time: they belong to a partner, not to a deployment. */
export const configureForPrerender = (partner: string): void => {
  config = { environment: 'production', stage: '', partner };
};

export const currentPartner = (): Partner => partnerOf((config ?? fromPage()).partner);

const hyphenated = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The partner's colors as custom properties: `--primary-main` and so on. */
export const themeStyle = ({ theme }: Partner): string =>
  `:root{${Object.entries(theme)
    .flatMap(([colour, shades]) =>
      Object.entries(shades).map(([shade, value]) => `--${colour}-${hyphenated(shade)}:${value}`),
    )
    .join(';')}}`;
