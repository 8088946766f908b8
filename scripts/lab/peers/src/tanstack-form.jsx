import { useForm, useStore } from '@tanstack/react-form';
import { createRoot } from 'react-dom/client';
import { Control, controlled, empty, isShown, Summary, usePage, useReady } from './common.jsx';
import { schema } from './zod-schema.js';

function Field({ form, field }) {
  return (
    <form.Field name={field.key}>
      {({ state, handleChange, handleBlur }) => (
        <Control
          field={field}
          bind={controlled(field, state.value, handleChange, handleBlur)}
          error={state.meta.errors[0]?.message}
        />
      )}
    </form.Field>
  );
}

function Conditional({ form, field }) {
  const value = useStore(form.store, ({ values }) => values[field.when.key]);
  return isShown(field, () => value) && <Field form={form} field={field} />;
}

function Errors({ form }) {
  const errors = useStore(form.store, ({ errors }) => errors[0] ?? {});
  return (
    <Summary
      errors={Object.fromEntries(Object.entries(errors).map(([key, [issue]]) => [key, issue.message]))}
    />
  );
}

function App() {
  const form = useForm({ defaultValues: empty, validators: { onSubmit: schema } });
  const { page, links } = usePage();
  useReady();
  return (
    <form>
      {links}
      <Errors form={form} />
      {page.fields.map((field) =>
        field.when === undefined ? (
          field.isShown && <Field key={field.key} form={form} field={field} />
        ) : (
          <Conditional key={field.key} form={form} field={field} />
        ),
      )}
      <button type="button" data-submit onClick={() => form.handleSubmit()}>
        Submit
      </button>
    </form>
  );
}

createRoot(document.getElementById('app')).render(<App />);
