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

/** For pages that are drawn ahead of time: they are a partner's, not a deployment's. */
export const drawFor = (partner: string): void => {
  config = { ...fallback, partner };
};

export const ourPartner = (): Partner => partnerOf(config.partner);

const hyphenated = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The partner's colours, as `--primary-main` and so on (look, theme). */
export const themeStyle = ({ theme }: Partner): string =>
  `:root{${Object.entries(theme)
    .flatMap(([colour, shades]) =>
      Object.entries(shades).map(([shade, value]) => `--${colour}-${hyphenated(shade)}:${value}`),
    )
    .join(';')}}`;
