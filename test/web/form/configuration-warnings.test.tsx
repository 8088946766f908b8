import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ask, checkConsistency, form, page, section, text } from '../../../shared/form/index.ts';
import { WarningList } from '../../../web/form/configuration-warnings.tsx';

const doubled = form([
  page('/a', 'A', [section('One', [ask({ k: text('K') })])]),
  page('/b', 'B', [section('Two', [ask({ k: text('K') })])]),
]);

it('configuration warnings show developers on the page what is wrong [DV-08]', () => {
  const shown = renderToStaticMarkup(<WarningList errors={checkConsistency(doubled, new Set(['k']))} />);
  expect(shown).toContain('WARNING- MISSING CONFIGURATION: k is asked on /a and /b.');
  expect(shown).toContain('role="alert"');
});

it('configuration warnings show nothing for a consistent form', () => {
  expect(renderToStaticMarkup(<WarningList errors={[]} />)).toBe('');
});
