import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { lists } from 'peer-form';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { fields, pages, Summary, usePage, useReady } from './common.jsx';

function schemaOf({ label, kind, list, maxLength }) {
  if (kind === 'checkbox') return { type: 'boolean', title: label };
  if (kind !== 'select' && kind !== 'radio') return { type: 'string', title: label, maxLength };
  return {
    type: 'string',
    title: label,
    oneOf: lists[list].map(([code, title]) => ({ const: code, title })),
  };
}

const propertiesOf = (some) => Object.fromEntries(some.map((field) => [field.key, schemaOf(field)]));
const requiredOf = (some) => some.filter(({ required }) => required !== undefined).map(({ key }) => key);

function objectOf(some) {
  const conditional = some.filter(({ when }) => when !== undefined);
  const always = some.filter(({ when, isShown }) => when === undefined && isShown);
  return {
    type: 'object',
    properties: propertiesOf(always),
    required: requiredOf(always),
    allOf: conditional.map((field) => ({
      if: { properties: { [field.when.key]: { enum: field.when.codes } }, required: [field.when.key] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: propertiesOf([field]), required: requiredOf([field]) },
    })),
  };
}

const ofPages = new Map(pages.map((page) => [page, objectOf(page.fields)]));
const uiSchema = Object.fromEntries(
  fields
    .filter(({ kind }) => kind === 'radio' || kind === 'textarea')
    .map(({ key, kind }) => [key, { 'ui:widget': kind }]),
);
const whole = objectOf(fields);

function App() {
  const [data, setData] = useState({});
  const [errors, setErrors] = useState({});
  const { page, links } = usePage();
  useReady();
  const validateAll = () => {
    const found = validator.validateFormData(data, whole).errors;
    setErrors(Object.fromEntries(found.map(({ property, stack }, number) => [property || number, stack])));
  };
  return (
    <>
      {links}
      <Summary errors={errors} />
      <Form
        schema={ofPages.get(page)}
        uiSchema={uiSchema}
        formData={data}
        validator={validator}
        noValidate
        onChange={({ formData }) => setData((earlier) => ({ ...earlier, ...formData }))}
      >
        <button type="button" data-submit onClick={validateAll}>
          Submit
        </button>
      </Form>
    </>
  );
}

createRoot(document.getElementById('app')).render(<App />);
