import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { securityTxt } from '../../../scripts/build/security-txt.ts';
import { validate } from '../../../shared/form/index.ts';
import type { ReceivedItems } from '../../../shared/partners/next-steps.ts';
import type { Partner } from '../../../shared/partners/partner.ts';
import { themeStyle } from '../../../shared/partners/theme-style.ts';
import { applicationOf } from '../../../shared/questions/index.ts';
import { confirmationNumber } from '../../../shared/rules/confirmation.ts';
import { currentPartner } from '../../../web/api-client/site-config.ts';
import DeadlineNotice from '../../../web/form/deadline-notice.tsx';
import { DateBanner, WelcomeBanner } from '../../../web/form/notices.tsx';
import { FooterDialogs } from '../../../web/layout/footer-dialogs.tsx';
import MaintenanceNotice from '../../../web/layout/maintenance-notice.tsx';
import { Component as Completion } from '../../../web/pages/completion.tsx';
import { renderPage } from '../../../web/prerender/render-page.tsx';
import { desertSky } from '../../support/second-partner.ts';

const today = '2026-11-20';
const now = vi.hoisted(() => ({ partner: undefined as unknown, checklist: {} }));
vi.mock('../../../shared/partners/index.ts', () => ({
  get university() {
    return now.partner;
  },
}));
vi.mock('../../../web/ui/use-hydrated.ts', () => ({ useHydrated: () => true }));
/** As if the published settings were read. */
vi.mock('../../../web/api-client/published-settings.ts', () => ({
  usePartner: () => now.partner,
  usePublishedPartner: () => now.partner,
}));
vi.mock('../../../web/documents/application-pdf.tsx', () => ({ ApplicationPdf: () => null }));
vi.mock('../../../web/form-state/form-store.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('../../../web/form-state/form-store.ts')>()),
  useChecklist: () => now.checklist,
  useReceipt: () => ({ confirmation: 'DSC-2222-2222', submitted_at: '2028-01-15T12:00:00Z' }),
}));

const drawn = (element: React.ReactElement) => renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>);
const dialog = (open: 'help' | 'privacy') => drawn(<FooterDialogs open={open} onClose={() => {}} />);
const abroad = { phone_international: '+44 20 7946 0000' };

const completionWith = (checklist: ReceivedItems) => {
  now.checklist = checklist;
  const completion = drawn(<Completion />);
  now.checklist = {};
  return completion;
};

/**
 * Everything of a partner that users see or receive. Each variant needs its own id, because forms are cached
 * by partner id.
 */
async function outputOf(partner: Partner, id: string): Promise<string> {
  now.partner = { ...partner, id };
  const { html, title } = await renderPage('/about');
  const form = applicationOf(currentPartner(), today);
  const parts = [
    ...[html, title, form, confirmationNumber(currentPartner().shortName).slice(0, -8)],
    validate(form, { answers: abroad }, { today }).phone_mobile,
    securityTxt(currentPartner(), new Date(today)),
    ...[dialog('help'), dialog('privacy'), drawn(<Completion />), drawn(<WelcomeBanner />)],
    completionWith({ grades: '2028-03-03', aid: '2028-03-04' }),
    ...['2027-06-01', '2028-06-01', '2028-06-07', '2029-06-01'].map((day) => {
      vi.useFakeTimers({ now: new Date(`${day}T12:00:00Z`), toFake: ['Date'] });
      const notices = drawn(
        <>
          <DateBanner />
          <DeadlineNotice />
          <MaintenanceNotice />
        </>,
      );
      vi.useRealTimers();
      return notices;
    }),
  ];
  return JSON.stringify(parts);
}

const banner = { from: '2028-01-01', to: '2028-12-31', text: 'News of the year.' };
const deadlines = [
  { id: 'early', label: 'Early decision', at: '2028-06-05T23:59', graceMinutes: 5000, warnDays: [] },
];
const maintenance = [{ from: '2029-06-02T02:00', to: '2029-06-02T06:00', text: 'We update the site.' }];
const whole: Partner = {
  ...{ ...desertSky, dateBanner: banner, decision: { days: 30 } },
  ...{ deadlines, maintenance },
};

type Path = readonly (string | number)[];
const leavesOf = (value: unknown, at: Path = []): readonly Path[] =>
  typeof value !== 'object' || value === null
    ? [at]
    : Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...at, key]));

/** Another value that is valid for the same setting. */
function otherThan(value: unknown, path: Path): unknown {
  const name = path.join('.');
  if (name === 'timeZone') return 'Asia/Tokyo';
  if (name === 'dateBanner.from') return '2027-01-01';
  if (name === 'dateBanner.to') return '2029-12-31';
  if (name === 'deadlines.0.at') return '2028-06-04T23:59';
  if (name.startsWith('maintenance.0.')) return name.endsWith('text') ? 'Another text.' : '2029-06-02T04:00';
  if (name === 'nextSteps.1.link') return 'policies';
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + (value === 2000 ? 1 : -1) : `${value}x`;
}

function changed(value: unknown, [key, ...rest]: Path, path: Path): unknown {
  if (key === undefined) return otherThan(value, path);
  const changedCopy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  changedCopy[key] = changed(changedCopy[key], rest, path);
  return changedCopy;
}

const leaves = leavesOf(whole).filter(
  // The id of a deadline names it in what is stored (test/store/deadlines.test.ts).
  ([first, , name]) => first !== 'id' && first !== 'theme' && !(first === 'deadlines' && name === 'id'),
);

it('every setting of a partner changes something that is shown or served [FO-43]', async () => {
  const before = await outputOf(whole, 'before');
  expect(leaves.length).toBeGreaterThan(55);
  expect(before).not.toContain('Northern Lakes');
  const idle: string[] = [];
  for (const [index, path] of leaves.entries()) {
    const after = await outputOf(changed(whole, path, path) as Partner, `variant-${index}`);
    if (after === before) idle.push(path.join('.'));
  }
  expect(idle).toEqual([]);
});

it('every color of a partner reaches the pages: seven families in four shades each [CO-08, CO-09]', () => {
  const style = themeStyle(whole);
  const names = ['primary', 'secondary', 'accent', 'neutral', 'white', 'error', 'disabled'] as const;
  expect(Object.keys(whole.theme).sort()).toEqual([...names].sort());
  for (const name of names) {
    const { extraLight, light, main, dark, ...others } = whole.theme[name];
    expect(others).toEqual({});
    for (const [shade, color] of Object.entries({ 'extra-light': extraLight, light, main, dark }))
      expect(style).toContain(`--${name}-${shade}:${color}`);
  }
});
