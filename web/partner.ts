import { type Partner, partnerOf } from '../shared/partners/index.ts';

interface Config {
  readonly environment: string;
  readonly stage: string;
  readonly partner: string;
}

const fallback: Config = { environment: 'production', stage: '', partner: 'northern-lakes' };
let config = fallback;

/** Reads which deployment this is (decision H-19). Without an answer the page still opens, for the default partner. */
export async function readConfig(): Promise<void> {
  try {
    const response = await fetch('/config.json');
    if (response.ok) config = { ...fallback, ...((await response.json()) as Partial<Config>) };
  } catch {
    config = fallback;
  }
}

/** Where what is wrong with the configuration is shown (platform specification, point 5). */
export const isDevelopment = (): boolean => ['development', 'localhost'].includes(config.environment);

export const ourPartner = (): Partner => partnerOf(config.partner);

const hyphenated = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The partner's colours, as `--primary-main` and so on (look, theme). */
export function wearTheme({ theme }: Partner): void {
  for (const [colour, shades] of Object.entries(theme))
    for (const [shade, value] of Object.entries(shades))
      document.documentElement.style.setProperty(`--${colour}-${hyphenated(shade)}`, value);
}
