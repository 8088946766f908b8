// Plain HTML with one listener. The other pages are templates of the same document.
import { pages } from 'peer-form';

const answers = {};
const form = document.querySelector('form');
const fields = pages.flatMap((page) => page.fields);
const isShown = ({ isShown, when }) =>
  when === undefined ? isShown : when.codes.includes(String(answers[when.key] ?? ''));

function update() {
  for (const { key, when } of fields) {
    const element = when && form.querySelector(`[data-field="${key}"]`);
    if (element) element.hidden = !when.codes.includes(String(answers[when.key] ?? ''));
  }
}

form.addEventListener('input', ({ target: { name, type, checked, value } }) => {
  answers[name] = type === 'checkbox' ? checked : value;
  update();
});

function open(path) {
  const place = document.getElementById('fields');
  place.replaceChildren(document.getElementById(path).content.cloneNode(true));
  for (const input of place.querySelectorAll('[name]')) {
    const value = answers[input.name];
    if (input.type === 'checkbox') input.checked = value === true;
    else if (input.type === 'radio') input.checked = input.value === value;
    else if (value !== undefined) input.value = value;
  }
  update();
}

function validateAll() {
  const missing = fields.filter((field) => field.required && !answers[field.key] && isShown(field));
  const list = document.createElement('ul');
  list.className = 'summary';
  list.append(
    ...missing.map(({ required }) => Object.assign(document.createElement('li'), { textContent: required })),
  );
  document.querySelector('.summary')?.remove();
  form.prepend(list);
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('nav a');
  if (link) {
    event.preventDefault();
    open(link.getAttribute('href'));
  }
  if (event.target.closest('[data-submit]')) validateAll();
});

document.documentElement.dataset.ready = '';
