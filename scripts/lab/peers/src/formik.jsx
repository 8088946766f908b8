import { FormikProvider, useField, useFormik, useFormikContext } from 'formik';
import { createRoot } from 'react-dom/client';
import { Control, controlled, empty, isShown, Summary, usePage, useReady } from './common.jsx';
import { errorsOf } from './zod-schema.js';

function Field({ field }) {
  const [{ value }, { error }, { setValue, setTouched }] = useField(field.key);
  return (
    <Control
      field={field}
      bind={controlled(field, value, setValue, () => setTouched(true, false))}
      error={error}
    />
  );
}

function Fields({ page }) {
  const { values } = useFormikContext();
  return page.fields
    .filter((field) => isShown(field, (key) => values[key]))
    .map((field) => <Field key={field.key} field={field} />);
}

function App() {
  const formik = useFormik({
    initialValues: empty,
    validate: errorsOf,
    validateOnChange: false,
    validateOnBlur: false,
    onSubmit: () => {},
  });
  const { page, links } = usePage();
  useReady();
  return (
    <FormikProvider value={formik}>
      <form>
        {links}
        <Summary errors={formik.errors} />
        <Fields page={page} />
        <button type="button" data-submit onClick={formik.submitForm}>
          Submit
        </button>
      </form>
    </FormikProvider>
  );
}

createRoot(document.getElementById('app')).render(<App />);
