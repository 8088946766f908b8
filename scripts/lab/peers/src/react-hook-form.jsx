import { zodResolver } from '@hookform/resolvers/zod';
import { createRoot } from 'react-dom/client';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { Control, empty, isShown, Summary, usePage, useReady } from './common.jsx';
import { schema } from './zod-schema.js';

function Field({ field }) {
  const { register, formState } = useFormContext();
  const bind = (code) => ({ ...register(field.key), ...(code !== undefined && { value: code }) });
  return <Control field={field} bind={bind} error={formState.errors[field.key]?.message} />;
}

function Conditional({ field }) {
  const value = useWatch({ name: field.when.key });
  return isShown(field, () => value) && <Field field={field} />;
}

function Errors() {
  const { errors } = useFormContext().formState;
  return (
    <Summary
      errors={Object.fromEntries(Object.entries(errors).map(([key, { message }]) => [key, message]))}
    />
  );
}

function App() {
  const form = useForm({ defaultValues: empty, resolver: zodResolver(schema) });
  const { page, links } = usePage();
  useReady();
  return (
    <FormProvider {...form}>
      <form>
        {links}
        <Errors />
        {page.fields.map((field) =>
          field.when === undefined ? (
            field.isShown && <Field key={field.key} field={field} />
          ) : (
            <Conditional key={field.key} field={field} />
          ),
        )}
        <button type="button" data-submit onClick={form.handleSubmit(() => {})}>
          Submit
        </button>
      </form>
    </FormProvider>
  );
}

createRoot(document.getElementById('app')).render(<App />);
