// The stack of the product without its form engine: uncontrolled fields, router, query and zod.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, useLocation } from 'react-router';
import { Control, empty, isShown, pages, Summary, useReady } from './common.jsx';
import { errorsOf } from './zod-schema.js';

function App() {
  const { pathname } = useLocation();
  const page = pages.find(({ path }) => path === pathname) ?? pages[0];
  const { data } = useQuery({ queryKey: ['answers'], queryFn: async () => empty, initialData: empty });
  const answers = useRef({ ...data });
  const [shownBy, setShownBy] = useState({});
  const [errors, setErrors] = useState({});
  useReady();
  const change = ({ target: { name, type, checked, value } }) => {
    answers.current[name] = type === 'checkbox' ? checked : value;
    if (type === 'radio' || type === 'select-one') setShownBy({ ...answers.current });
  };
  const bind =
    ({ key, kind }) =>
    (code) => ({
      name: key,
      ...(kind === 'radio' && { value: code, defaultChecked: answers.current[key] === code }),
      ...(kind === 'checkbox' && { defaultChecked: answers.current[key] }),
      ...(kind !== 'radio' && kind !== 'checkbox' && { defaultValue: answers.current[key] }),
    });
  return (
    <form onChange={change}>
      <nav>
        {pages.map(({ path, label }) => (
          <Link key={path} to={path}>
            {label}
          </Link>
        ))}
      </nav>
      <Summary errors={errors} />
      {page.fields
        .filter((field) => isShown(field, (key) => shownBy[key] ?? answers.current[key]))
        .map((field) => (
          <Control key={field.key} field={field} bind={bind(field)} error={errors[field.key]} />
        ))}
      <button type="button" data-submit onClick={() => setErrors(errorsOf(answers.current))}>
        Submit
      </button>
    </form>
  );
}

createRoot(document.getElementById('app')).render(
  <QueryClientProvider client={new QueryClient()}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </QueryClientProvider>,
);
