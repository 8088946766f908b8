import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { checkPartner, type PartnerFault } from '../../shared/partners/check-partner.ts';
import { type PartnerWithSettings, partnerIds, partnerOf } from '../../shared/partners/index.ts';
import { type SettingName, settingNames } from '../../shared/partners/setting-names.ts';
import { settingPlace, settingTitles } from '../../shared/partners/setting-places.ts';
import { settingRisks } from '../../shared/partners/setting-risks.ts';
import { type SettingMembers, withSettings } from '../../shared/partners/settings.ts';
import { readSettings } from '../api-client/published-settings.ts';
import { useQuery } from '../api-client/queries.ts';
import { partnerOfFile } from '../api-client/site-config.ts';
import { Button } from '../ui/button.tsx';
import { speak } from '../ui/speak.ts';
import { Problem } from './problem.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { refetchSettings, settingsQuery, versionsQuery } from './queries.ts';
import { editors, entriesOf, fieldId, fieldPath } from './setting-editors.ts';
import { SettingForm } from './setting-form.tsx';
import { SettingValue } from './setting-value.tsx';
import { type Draft, openForms, settingsOfDraft, useDraft, withForm, withoutForm } from './settings-draft.ts';
import { SettingsHistory, titlesOf } from './settings-history.tsx';
import { SettingsPreview } from './settings-preview.tsx';
import { timeZoneName } from './times.ts';
import { useArrival } from './use-arrival.ts';
import './settings.css';

interface SettingProps {
  readonly name: SettingName;
  readonly current: PartnerWithSettings;
  readonly draft: Draft | undefined;
  readonly faults: readonly PartnerFault[];
  readonly onChange: (change: (draft: Draft) => Draft) => void;
}

const headingId = (name: PropertyKey = '') => `heading-${String(name)}`;

/** One setting: as it is in effect, or its form. */
function Setting({ name, current, draft, faults, onChange }: SettingProps) {
  const title = settingTitles[name];
  const entries = draft?.forms[name];
  const section = useRef<HTMLElement>(null);
  const edit = () => {
    flushSync(() => onChange((before) => withForm(before, name, entriesOf(name, current[name]))));
    section.current?.querySelector<HTMLElement>('.setting-form :is(.control, .button)')?.focus();
  };
  const discard = () => {
    onChange((before) => withoutForm(before, name));
    speak(`Changes of ${title} discarded`);
  };
  return (
    <section
      ref={section}
      className="card setting"
      aria-labelledby={headingId(name)}
      data-open={entries && true}
    >
      <div className="setting-head">
        <h2 id={headingId(name)} tabIndex={-1}>
          {title}
        </h2>
        <Button
          size="fit"
          onClick={entries === undefined ? edit : discard}
          aria-describedby={headingId(name)}
        >
          {entries === undefined ? 'Edit' : 'Discard changes'}
        </Button>
      </div>
      <p className="hint">{editors[name].about}</p>
      {entries === undefined ? (
        <SettingValue name={name} value={current[name]} partner={current} />
      ) : (
        <SettingForm
          {...{ name, entries, faults }}
          partner={current}
          onChange={(changed) => onChange((before) => withForm(before, name, changed))}
        />
      )}
    </section>
  );
}

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The settings of a draft that differ from those in effect. */
function changesOf(draft: Draft, current: PartnerWithSettings): SettingMembers {
  const typed = settingsOfDraft(draft);
  // The order of members is the same in every form, but may differ in a file.
  const asTyped = (name: SettingName) =>
    settingsOfDraft(withForm({ ...draft, forms: {} }, name, entriesOf(name, current[name])))[name];
  return Object.fromEntries(
    openForms(draft).flatMap((name) => (isSame(typed[name], asTyped(name)) ? [] : [[name, typed[name]]])),
  );
}

/** Errors with links to their fields. Gets the focus when it appears. */
function Faults({ faults }: { readonly faults: readonly PartnerFault[] }) {
  if (faults.length === 0) return null;
  const goTo = ({ path }: PartnerFault) => {
    const found = document.getElementById(fieldId(path)) ?? document.getElementById(headingId(path[0]));
    found?.focus();
  };
  return (
    <div className="notice setting-faults" data-stops role="alert">
      <p>
        <strong>Nothing was published yet. Please correct:</strong>
      </p>
      <ul>
        {faults.map((fault) => (
          <li key={fault.path.join('.') + fault.message}>
            <button type="button" className="link" onClick={() => goTo(fault)}>
              {settingPlace(fault.path)}: {fault.message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface OutdatedProps {
  readonly draft: Draft;
  readonly version: number;
  readonly changed: readonly string[];
  readonly onContinue: () => void;
}

/** Another person published since the draft began. Nothing that was typed is lost. */
function Outdated({ draft, version, changed, onContinue }: OutdatedProps) {
  const { data } = useQuery(versionsQuery(undefined));
  const since = (data?.versions ?? []).filter((each) => each.version > draft.base);
  const theirs = since.flatMap(({ changes }) => changes.map(({ name }) => name));
  const both = changed.filter((name) => theirs.includes(name));
  return (
    <div className="notice setting-faults" data-stops role="alert">
      <p>
        <strong>Version {version} was published while you were editing.</strong> What you typed is still here.
      </p>
      <ul>
        {since.map(({ version: number, by, note, changes }) => (
          <li key={number}>
            Version {number}, {by}: {note} ({titlesOf(changes.map(({ name }) => name))})
          </li>
        ))}
      </ul>
      <p>
        {both.length === 0
          ? 'You changed other settings, so both changes can stand.'
          : `You both changed: ${titlesOf(both)}. Compare yours with the history below: publishing replaces theirs.`}
      </p>
      <Button size="fit" onClick={onContinue}>
        Continue with my changes
      </Button>
    </div>
  );
}

const valueAt = (value: unknown, path: PartnerFault['path']): unknown =>
  path.reduce<unknown>((inner, part) => (inner as Readonly<Record<PropertyKey, unknown>>)?.[part], value);

/** The field of an error. A field may have a list, whose errors name a place in it. */
const fieldOf = ([name = '', ...rest]: PartnerFault['path']): PartnerFault['path'] =>
  [name, ...rest].slice(0, fieldPath(name as SettingName, 0, '').length);

/** The first error of each field. An empty field has a plain message instead of the rule for its format. */
function checked(partner: PartnerWithSettings): readonly PartnerFault[] {
  const others = partnerIds.filter((id) => id !== partner.id).map(partnerOf);
  const first = new Map<string, PartnerFault>();
  for (const fault of checkPartner(partner, others)) {
    const isEmpty = ['', undefined].includes(valueAt(partner, fault.path) as string | undefined);
    const path = fieldOf(fault.path);
    const place = path.join('.');
    if (!first.has(place)) first.set(place, { path, message: isEmpty ? 'fill this in' : fault.message });
  }
  return [...first.values()];
}

interface LoadedProps {
  readonly version: number;
  readonly settings: SettingMembers;
}

function Loaded({ version, settings }: LoadedProps) {
  const [draft, setDraft] = useDraft();
  const [open, setOpen] = useState<'preview' | 'publish'>();
  const [faults, setFaults] = useState<readonly PartnerFault[]>([]);
  const current = withSettings(partnerOfFile(), settings);
  const set = draft === undefined ? {} : changesOf(draft, current);
  const changed = Object.keys(set);
  const after = withSettings(partnerOfFile(), { ...settings, ...set });
  const change = (edit: (draft: Draft) => Draft) => {
    setFaults([]);
    setDraft((before) => {
      const edited = edit(before ?? { base: version, note: '', forms: {} });
      return openForms(edited).length === 0 ? undefined : edited;
    });
  };
  const isOutdated = draft !== undefined && changed.length > 0 && draft.base !== version;
  const review = () => {
    const found = checked(after);
    setFaults(found);
    if (found.length === 0) setOpen('publish');
  };
  const outdated = () => {
    setOpen(undefined);
    void refetchSettings();
  };
  const published = (number: number) => {
    setOpen(undefined);
    speak(`Version ${number} is published`);
    readSettings();
    void refetchSettings().then(() => document.getElementById('settings-history')?.focus());
  };
  return (
    <>
      {isOutdated && (
        <Outdated
          {...{ draft, version, changed }}
          onContinue={() => change((before) => ({ ...before, base: version }))}
        />
      )}
      <div className="settings">
        {settingNames.map((name) => (
          <Setting key={name} {...{ name, current, draft, faults }} onChange={change} />
        ))}
        <SettingsHistory current={version} partner={current} onPublished={published} onOutdated={outdated} />
      </div>
      <div className="publish-bar">
        <Faults faults={faults} />
        <p role="status">{changed.length === 0 ? 'No changes yet' : `Changed: ${titlesOf(changed)}`}</p>
        <Button size="fit" onClick={() => setOpen('preview')}>
          Preview
        </Button>
        <Button look="primary" size="fit" isBusy={changed.length === 0 || isOutdated} onClick={review}>
          Publish
        </Button>
      </div>
      <SettingsPreview partner={after} isOpen={open === 'preview'} onClose={() => setOpen(undefined)} />
      {open === 'publish' && draft !== undefined && (
        <PublishDialog
          title="Publish these changes?"
          summary={`You change: ${titlesOf(changed)}.`}
          base={draft.base}
          change={{ set }}
          risks={settingRisks({ before: current, after, now: Date.now() })}
          note={draft.note}
          onNote={(note) => change((before) => ({ ...before, note }))}
          onClose={() => setOpen(undefined)}
          onPublished={(number) => {
            setDraft(undefined);
            published(number);
          }}
          onOutdated={outdated}
        />
      )}
    </>
  );
}

/** Settings that directors change without a deployment. */
export default function SettingsPage() {
  useArrival('Settings', 'settings');
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <main id="main" className="page settings-page">
      <h1 tabIndex={-1}>Settings</h1>
      <p className="hint">
        What you publish is in effect within a minute. Days and times are in {timeZoneName()}.
      </p>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <p role="status">Loading...</p>}
      {data && <Loaded version={data.version} settings={data.settings} />}
    </main>
  );
}
