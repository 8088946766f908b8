import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { root } from '../../build/root.ts';
import { type PeerField, type PeerForm, peerForm } from './peer-form.ts';

const folder = import.meta.dirname;
const installed = join(root, '.cache/peers');

/** The other builds of the form, by the names of their files in `src`. */
export const peerNames = [
  'bare',
  'floor',
  'react-hook-form',
  'tanstack-form',
  'formik',
  'rjsf',
  'surveyjs',
] as const;
export type PeerName = (typeof peerNames)[number];

/** Installs the libraries into .cache: they are no dependencies of the product. */
function installLibraries(): void {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const stamp = join(installed, 'node_modules/.stamp');
  const digest = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  mkdirSync(installed, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(folder, file), join(installed, file));
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--engine-strict=false'];
  execFileSync('npm', args, { cwd: installed, stdio: 'ignore', shell: process.platform === 'win32' });
  writeFileSync(stamp, digest);
}

/** The module `peer-form` of the sources, and their libraries. */
const modulesOf = ({ pages, lists }: PeerForm): Plugin => ({
  name: 'peer-form',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, ({ path, kind, pluginData }) =>
      pluginData === installed || kind === 'entry-point' || path === 'peer-form'
        ? undefined
        : builder.resolve(path, { kind, resolveDir: installed, pluginData: installed }),
    );
    builder.onResolve({ filter: /^peer-form$/ }, ({ path }) => ({ path, namespace: 'peer-form' }));
    builder.onLoad({ filter: /.*/, namespace: 'peer-form' }, () => ({
      contents: `export const pages = ${JSON.stringify(pages)};\nexport const lists = ${JSON.stringify(lists)};`,
    }));
  },
});

async function bundle(name: PeerName, form: PeerForm): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'src', name === 'bare' ? 'bare.js' : `${name}.jsx`)],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [modulesOf(form)],
  });
  return outputFiles[0]?.text ?? '';
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function inputOf({ key, kind, list, maxLength }: PeerField, lists: PeerForm['lists']): string {
  const options = lists[list ?? ''] ?? [];
  if (kind === 'select')
    return `<select name="${key}"><option value="">--</option>${options
      .map(([code, label]) => `<option value="${escaped(code)}">${escaped(label)}</option>`)
      .join('')}</select>`;
  if (kind === 'textarea') return `<textarea name="${key}" maxlength="${maxLength}"></textarea>`;
  if (kind === 'checkbox') return `<input type="checkbox" name="${key}">`;
  if (kind === 'text') return `<input type="text" name="${key}" maxlength="${maxLength}">`;
  return options
    .map(
      ([code = '', label = '']) =>
        `<label><input type="radio" name="${key}" value="${code}"> ${escaped(label)}</label>`,
    )
    .join('');
}

const fieldHtml = (field: PeerField, lists: PeerForm['lists']) =>
  `<div class="field" data-field="${field.key}"${field.isShown ? '' : ' hidden'}><label>${escaped(field.label)} ${inputOf(field, lists)}</label></div>`;

/** The document of the bare page: the first page, and the others as templates. */
function bareBody({ pages, lists }: PeerForm): string {
  const shown = (page: PeerForm['pages'][number]) =>
    page.fields
      .filter(({ isShown, when }) => isShown || when !== undefined)
      .map((field) => fieldHtml(field, lists))
      .join('');
  const [first] = pages;
  const links = pages.map(({ path, label }) => `<a href="${path}">${escaped(label)}</a>`).join(' ');
  const templates = pages.map((page) => `<template id="${page.path}">${shown(page)}</template>`).join('');
  return `<form><nav>${links}</nav><div id="fields">${first === undefined ? '' : shown(first)}</div><button type="button" data-submit>Submit</button></form>${templates}`;
}

export interface PeerFiles {
  readonly html: string;
  readonly script: string;
}

/** Builds every peer with the current form of the product. */
export async function buildPeers(): Promise<ReadonlyMap<PeerName, PeerFiles>> {
  installLibraries();
  const form = peerForm();
  const built = await Promise.all(
    peerNames.map(async (name) => {
      const body = name === 'bare' ? bareBody(form) : '<div id="app"></div>';
      const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title><script type="module" src="/${name}/app.js"></script></head><body>${body}</body></html>`;
      return [name, { html, script: await bundle(name, form) }] as const;
    }),
  );
  return new Map(built);
}
