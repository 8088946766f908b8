import { type Partner, partnerOf } from '../../shared/partners/index.ts';

interface Config {
  readonly environment: string;
  readonly stage: string;
  readonly partner: string;
}

/** The page itself says whose it is: it was drawn for one partner (scripts/build/prerender-pages.ts). */
const drawn = (): Config => ({
  environment: 'production',
  stage: '',
  partner: document.documentElement.dataset.partner ?? '',
});
let config: Config | undefined;

/** Reads which deployment this is (decision H-19). Without an answer the page still opens, for the partner it is of. */
export async function readConfig(): Promise<void> {
  config = drawn();
  try {
    const response = await fetch('/config.json');
    if (response.ok) config = { ...config, ...((await response.json()) as Partial<Config>) };
  } catch {
    // The page's own partner, and no warnings for developers.
  }
}

/** Where what is wrong with the configuration is shown (platform specification, point 5). */
export const isDevelopment = (): boolean => ['development', 'localhost'].includes(config?.environment ?? '');

/** For pages that are drawn ahead of time: they are a partner's, not a deployment's. */
export const configureForPrerender = (partner: string): void => {
  config = { environment: 'production', stage: '', partner };
};

export const currentPartner = (): Partner => partnerOf((config ?? drawn()).partner);

const hyphenated = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The partner's colours, as `--primary-main` and so on (look, theme). */
export const themeStyle = ({ theme }: Partner): string =>
  `:root{${Object.entries(theme)
    .flatMap(([colour, shades]) =>
      Object.entries(shades).map(([shade, value]) => `--${colour}-${hyphenated(shade)}:${value}`),
    )
    .join(';')}}`;
