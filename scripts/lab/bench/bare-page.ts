import {
  type Form,
  isVisible,
  optionsOf,
  type PlacedQuestion,
  type Question,
  walk,
} from '../../../shared/form/index.ts';

/** Plain HTML with the same questions, and one script with one listener: the least that a browser can do. */
export interface BarePage {
  readonly html: string;
  readonly script: string;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const select = (name: string, options: readonly (readonly [string, string])[]) =>
  `<select id="${name}" name="${name}"><option value="">--</option>${options
    .map(([value, label]) => `<option value="${escaped(value)}">${escaped(label)}</option>`)
    .join('')}</select>`;

const input = (name: string, type = 'text') => `<input id="${name}" name="${name}" type="${type}">`;
const beside = (type: string, name: string, value: string, label: string) =>
  `<label><input type="${type}" name="${name}" value="${escaped(value)}">${escaped(label)}</label>`;

const months = Array.from({ length: 12 }, (_, index) => [`${index + 1}`, `${index + 1}`] as const);

function control(key: string, question: Question): string {
  switch (question.kind) {
    case 'textarea':
      return `<textarea id="${key}" name="${key}" rows="${question.rows}"></textarea>`;
    case 'select':
    case 'dependentSelect':
      return select(key, optionsOf(question, {}));
    case 'radio':
      return question.options.map(([value, label]) => beside('radio', key, value, label)).join('');
    case 'checkbox':
      return input(key, 'checkbox');
    case 'checkboxes':
      return Object.entries(question.boxes)
        .map(([box, label]) => beside('checkbox', `${key}_${box}`, 'Y', label))
        .join('');
    case 'monthYear':
      return select(`${key}_month`, months) + select(`${key}_year`, question.years);
    case 'date':
      return select(`${key}_month`, months) + input(`${key}_day`) + input(`${key}_year`);
    case 'document':
      return input(key, 'file');
    default:
      return input(key);
  }
}

const field = ({ key, question }: PlacedQuestion) =>
  `<div><label for="${key}">${escaped(question.label)}</label><p id="${key}-message"></p>${control(key, question)}</div>`;

const script = (required: readonly (readonly [string, string])[]) => `
const required = ${JSON.stringify(required)};
const answers = {};
const form = document.querySelector('form');
function show(path) {
  document.querySelector('h1').textContent = path;
  form.replaceChildren(document.getElementById(path).content.cloneNode(true));
}
function validate() {
  const list = document.createElement('ul');
  for (const [key, message] of required) {
    if (answers[key]) continue;
    const place = document.getElementById(key + '-message');
    if (place) place.textContent = message;
    list.append(Object.assign(document.createElement('li'), { textContent: message }));
  }
  list.id = 'summary';
  form.prepend(list);
}
const listen = ({ type, target }) => {
  if (type === 'input') answers[target.name] = target.value;
  else if (target.dataset.to) show(target.dataset.to);
  else if (target.id === 'validate') validate();
};
for (const type of ['input', 'click']) document.addEventListener(type, listen);
document.documentElement.dataset.listens = '';
`;

/** The form as a bare page, as it is before any question is answered. */
export function barePage(form: Form): BarePage {
  const shown = walk(form).questions.filter(({ rules }) => isVisible(rules, { answers: {} }));
  const [first, ...others] = form.pages.map(({ path }) => ({
    path,
    fields: shown
      .filter(({ page }) => page === path)
      .map(field)
      .join(''),
  }));
  const required = shown.flatMap(({ key, question }) =>
    question.required === undefined ? [] : [[key, question.required] as const],
  );
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<script src="/bare.js" defer></script></head><body><h1>${first?.path}</h1>
<nav>${others.map(({ path }) => `<button type="button" data-to="${path}">${path}</button>`).join('')}</nav>
<form method="post">${first?.fields}</form><button type="button" id="validate">Validate</button>
${others.map(({ path, fields }) => `<template id="${path}">${fields}</template>`).join('')}</body></html>`;
  return { html, script: script(required) };
}
