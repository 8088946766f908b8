import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openSync } from 'fontkit';
import sharp from 'sharp';
import { university } from '../../shared/partners/index.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { root } from './root.ts';

const { resolve } = createRequire(import.meta.url);
const serif = openSync(resolve('@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf'));
const sans = openSync(resolve('@expo-google-fonts/public-sans/400Regular/PublicSans_400Regular.ttf'));

interface Text {
  readonly text: string;
  readonly size: number;
  readonly fill: string;
  /** The left end of the baseline, or its middle. */
  readonly x: number;
  readonly y: number;
  readonly isCentered?: boolean;
  /** The text gets smaller until it fits. */
  readonly maxWidth?: number;
}

/** Text as paths: programs that show the picture need no font. */
function drawn(font: typeof serif, { text, size, fill, x, y, isCentered, maxWidth }: Text): string {
  const { glyphs, advanceWidth } = font.layout(text);
  const scale = Math.min(size / font.unitsPerEm, (maxWidth ?? Number.POSITIVE_INFINITY) / advanceWidth);
  let at = isCentered ? -advanceWidth / 2 : 0;
  const paths = glyphs.map((glyph) => {
    const path = `<path transform="translate(${at} 0)" d="${glyph.path.toSVG()}"/>`;
    at += glyph.advanceWidth;
    return path;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}

/** The crest of the header, 44 units wide and 50 high. */
const crest = ({ name, theme }: Partner): string =>
  `<path d="M0 0h44v34L22 50 0 34z" fill="${theme.secondary.main}"/>${drawn(serif, {
    ...{ text: name.slice(0, 1), size: 25.6, fill: theme.primary.dark, isCentered: true },
    ...{ x: 22, y: 30 },
  })}`;

const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`;

const png = (picture: string, width: number, height = width): Promise<Buffer> =>
  sharp(Buffer.from(picture), { density: 300 }).resize(width, height).png().toBuffer();

/** The crest on the color of the header, with room at its edges for round icons. */
const appIcon = (partner: Partner): string =>
  svg(
    100,
    100,
    `<rect width="100" height="100" fill="${partner.theme.primary.dark}"/><g transform="translate(28 25)">${crest(partner)}</g>`,
  );

/** The picture that messengers show with a link: crest, name and title. */
function shareImage(partner: Partner): string {
  const { name, applicationTitle, theme } = partner;
  const text = { x: 400, maxWidth: 720 } as const;
  return svg(
    1200,
    630,
    `<rect width="1200" height="630" fill="${theme.primary.dark}"/>
    <g transform="translate(100 190) scale(5)">${crest(partner)}</g>
    ${drawn(serif, { ...text, text: name, size: 76, fill: theme.white.main, y: 310 })}
    ${drawn(sans, { ...text, text: applicationTitle, size: 44, fill: theme.secondary.light, y: 390 })}`,
  );
}

/** Browsers can install the site as an app. It needs the network like every page: nothing works offline. */
const manifest = ({ name, shortName, applicationTitle, theme }: Partner) => ({
  ...{ name: `${name}: ${applicationTitle}`, short_name: shortName, lang: 'en-US' },
  ...{ start_url: '/', scope: '/', display: 'minimal-ui' },
  ...{ theme_color: theme.primary.dark, background_color: theme.neutral.extraLight },
  icons: [192, 512].map((size) => ({
    ...{ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose: 'any maskable' },
  })),
});

/** Draws the icons into dist/pages, and writes the manifest. */
export async function drawIcons(): Promise<void> {
  const folder = join(root, 'dist/pages');
  const write = (file: string, content: string | Buffer) => writeFile(join(folder, file), content);
  const icon = appIcon(university);
  await write('crest.svg', svg(44, 50, `<title>${university.shortName}</title>${crest(university)}`));
  await write('apple-touch-icon.png', await png(icon, 180));
  for (const size of [192, 512]) await write(`icon-${size}.png`, await png(icon, size));
  await write('share.png', await png(shareImage(university), 1200, 630));
  await write('manifest.webmanifest', `${JSON.stringify(manifest(university), null, 2)}\n`);
}
