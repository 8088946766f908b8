import { lists, pages } from 'peer-form';
import { useEffect, useState } from 'react';

export { pages };
export const fields = pages.flatMap((page) => page.fields);
export const empty = Object.fromEntries(
  fields.map(({ key, kind }) => [key, kind === 'checkbox' ? false : '']),
);

const holds = (value, codes) => codes.includes(String(value));

/** True while a field shows, by a function that reads an answer. */
export const isShown = ({ isShown, when }, read) =>
  when === undefined ? isShown : holds(read(when.key), when.codes);

export const Summary = ({ errors }) =>
  Object.keys(errors).length > 0 && (
    <ul className="summary">
      {Object.entries(errors).map(([key, message]) => (
        <li key={key}>{message}</li>
      ))}
    </ul>
  );

/** One field. `bind` gives the properties that a library sets on each input. */
export function Control({ field, bind, error }) {
  const { key, label, kind, list } = field;
  const options = list === undefined ? [] : lists[list];
  const id = `field-${key}`;
  return (
    <div className="field">
      {kind === 'radio' ? (
        <fieldset>
          <legend>{label}</legend>
          {options.map(([code, text]) => (
            <label key={code}>
              <input type="radio" {...bind(code)} /> {text}
            </label>
          ))}
        </fieldset>
      ) : (
        <>
          <label htmlFor={id}>{label}</label>
          {kind === 'select' && (
            <select id={id} {...bind()}>
              <option value="">--</option>
              {options.map(([code, text]) => (
                <option key={code} value={code}>
                  {text}
                </option>
              ))}
            </select>
          )}
          {kind === 'textarea' && <textarea id={id} {...bind()} />}
          {kind === 'checkbox' && <input id={id} type="checkbox" {...bind()} />}
          {kind === 'text' && <input id={id} type="text" {...bind()} />}
        </>
      )}
      {error && <p role="alert">{error}</p>}
    </div>
  );
}

/** The properties of a controlled input. */
export const controlled =
  ({ key, kind }, value, change, blur) =>
  (code) => ({
    name: key,
    onBlur: blur,
    onChange: ({ target }) => change(kind === 'checkbox' ? target.checked : target.value),
    ...(kind === 'radio' && { value: code, checked: value === code }),
    ...(kind === 'checkbox' && { checked: value === true }),
    ...(kind !== 'radio' && kind !== 'checkbox' && { value }),
  });

/** The number of the page in view, and the links to the others. */
export function usePage() {
  const [number, setNumber] = useState(0);
  const links = (
    <nav>
      {pages.map(({ path, label }, each) => (
        <a
          key={path}
          href={path}
          onClick={(event) => {
            event.preventDefault();
            setNumber(each);
          }}
        >
          {label}
        </a>
      ))}
    </nav>
  );
  return { page: pages[number], links };
}

/** Marks the page as listening, once its first fields are there. */
export const useReady = () =>
  useEffect(() => {
    document.documentElement.dataset.ready = '';
  }, []);
