import { lists } from 'peer-form';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Model } from 'survey-core';
import { Survey } from 'survey-react-ui';
import { pages, Summary, useReady } from './common.jsx';

const types = {
  text: 'text',
  textarea: 'comment',
  select: 'dropdown',
  radio: 'radiogroup',
  checkbox: 'boolean',
};
const elementOf = ({ key, label, kind, list, required, maxLength, isShown, when }) => ({
  type: types[kind],
  name: key,
  title: label,
  ...(required !== undefined && { isRequired: true, requiredErrorText: required }),
  ...((kind === 'select' || kind === 'radio') && {
    choices: lists[list].map(([value, text]) => ({ value, text })),
  }),
  ...((kind === 'text' || kind === 'textarea') && { maxLength }),
  ...(when === undefined
    ? { visible: isShown }
    : { visibleIf: `{${when.key}} anyof [${when.codes.map((code) => `'${code}'`).join(', ')}]` }),
});

const model = new Model({
  showNavigationButtons: false,
  pages: pages.map(({ path, fields }) => ({ name: path, elements: fields.map(elementOf) })),
});

function App() {
  const [errors, setErrors] = useState({});
  useReady();
  const validateAll = () => {
    model.validate(true);
    const found = model.getAllQuestions().filter(({ errors }) => errors.length > 0);
    setErrors(Object.fromEntries(found.map(({ name, errors }) => [name, errors[0].text])));
  };
  return (
    <>
      <nav>
        {pages.map(({ path, label }, number) => (
          <a
            key={path}
            href={path}
            onClick={(event) => {
              event.preventDefault();
              model.currentPageNo = number;
            }}
          >
            {label}
          </a>
        ))}
      </nav>
      <Summary errors={errors} />
      <Survey model={model} />
      <button type="button" data-submit onClick={validateAll}>
        Submit
      </button>
    </>
  );
}

createRoot(document.getElementById('app')).render(<App />);
