import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { siteUrlMarker } from '../../lib/constructs/build-folder.ts';
import { university } from '../../shared/partners/index.ts';
import { root } from './root.ts';
import { securityTxt } from './security-txt.ts';

/** The exports of web/prerender/render-page.tsx. */
export interface Prerender {
  readonly publicPaths: readonly string[];
  readonly inlineHead: () => Readonly<Record<'script' | 'style', string>>;
  readonly chunksOf: (path: string) => readonly string[];
  readonly renderPage: (path: string) => Promise<{ readonly title: string; readonly html: string }>;
}

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const web = join(root, 'dist/web');
const target = join(root, 'dist/pages');

/**
 * The files that a source file, or a named group of vite.config.ts, loads through static imports, its own
 * included.
 */
function filesOf(manifest: Manifest, source: string, seen = new Set<string>()): ReadonlySet<string> {
  const chunk = manifest[source] ?? Object.values(manifest).find(({ name }) => name === source);
  if (chunk === undefined) throw new Error(`The build has no file for ${source}.`);
  if (!seen.has(chunk.file)) {
    seen.add(chunk.file);
    for (const each of chunk.imports ?? []) filesOf(manifest, each, seen);
  }
  return seen;
}

/**
 * Adds a page's own content security policy, with the hashes of its inline blocks. During a release, pages of
 * two builds are served with the same headers, so the headers cannot have these hashes.
 */
export function withPolicy(page: string): string {
  const sources = (tag: string) =>
    [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))]
      .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join('');
  const policy = `script-src 'self'${sources('script')}; style-src 'self'${sources('style')}`;
  return page.replace(
    '<head>',
    () => `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}

/** Compiled in the background: with `as="script"`, the main thread compiles a module when it is imported. */
const preload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;
const preloadFont = ({ file }: Chunk) =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`;
/** The small fonts: text that is drawn before its font has loaded is laid out twice. */
const fontsOf = (manifest: Manifest) =>
  Object.entries(manifest).flatMap(([source, chunk]) =>
    source.endsWith('.woff2') && source.includes('.cache/fonts/') ? [chunk] : [],
  );
const styleLink = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;

/**
 * A page that Vite built, and its style sheet. The style sheet is inlined, because a linked one blocks
 * rendering.
 */
async function template(file: string) {
  const page = await readFile(join(web, file), 'utf8');
  const sheet = styleLink.exec(page)?.[1];
  if (sheet === undefined) throw new Error(`${file} has no link to a style sheet.`);
  return { page: page.replace(styleLink, ''), style: await readFile(join(web, sheet), 'utf8') };
}

interface Parts {
  readonly path?: string;
  readonly head: string;
  readonly title?: string;
  readonly html?: string;
}

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Search engines show it below the title. */
const description = `Apply to ${university.name}: answer three pages, upload your documents and submit online.`;

/** For phones that install the site, and for messengers that show a link to it. */
function sharedHead(): string {
  const { name, applicationTitle } = university;
  const properties = {
    ...{ title: `${applicationTitle} – ${name}`, description, type: 'website' },
    ...{ site_name: name, image: `${siteUrlMarker}/share.png` },
  };
  const tags = Object.entries(properties).map(
    ([property, content]) => `<meta property="og:${property}" content="${inAttribute(content)}">`,
  );
  return `<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="/apple-touch-icon.png">${tags.join('')}`;
}

/** The page with the color of its header, its additions to the head, and its content. */
export const fillPage = (page: string, { path, head, title, html = '' }: Parts) =>
  page
    .replace('<html lang="en">', () => `<html lang="en"${path === undefined ? '' : ` data-path="${path}"`}>`)
    .replace(/(<meta name="theme-color" content=")[^"]*/, (_, start) => start + university.theme.primary.dark)
    .replace(/(<meta name="description" content=")[^"]*/, (_, start) => start + inAttribute(description))
    .replace(/<title>.*<\/title>/, (unchanged) =>
      title === undefined ? unchanged : `<title>${title}</title>`,
    )
    .replace('</head>', () => `${head}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);

const fileOf = (path: string) => `${path.slice(1)}.html`;

/** Imports a bundle that a build in the same process may have written before. */
const importBuilt = (file: string) => import(`${pathToFileURL(file).href}?${Date.now()}`);

/** Prerenders the public pages into dist/pages, next to the empty page for all other paths. */
export async function drawPages(bundle: string): Promise<void> {
  const made: Prerender = await importBuilt(bundle);
  const manifest: Manifest = JSON.parse(await readFile(join(web, '.vite/manifest.json'), 'utf8'));
  const { page, style } = await template('index.html');
  const fonts = fontsOf(manifest).map(preloadFont).join('');
  const inline = made.inlineHead();
  const sheet = `${style.trim()}${inline.style}`;
  const common = `${fonts}<script>${inline.script}</script><style>${sheet}</style>${sharedHead()}`;
  await rm(target, { recursive: true, force: true });
  await mkdir(join(target, '.well-known'), { recursive: true });
  const write = (file: string, text: string) => writeFile(join(target, file), text);
  const headOf = (path: string) => {
    const files = new Set(made.chunksOf(path).flatMap((each) => [...filesOf(manifest, each)]));
    return `${common}${[...files]
      .filter((file) => !page.includes(file))
      .map(preload)
      .join('')}`;
  };
  for (const path of made.publicPaths) {
    const drawn = await made.renderPage(path);
    await write(fileOf(path), withPolicy(fillPage(page, { path, head: headOf(path), ...drawn })));
  }
  await write('index.html', withPolicy(fillPage(page, { head: headOf('/') })));
  await write('.well-known/security.txt', securityTxt(university, new Date()));
  await rm(join(web, 'index.html'));
  const staff = join(web, 'staff.html');
  await writeFile(staff, withPolicy(await readFile(staff, 'utf8')));
}
