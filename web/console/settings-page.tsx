import * as v from 'valibot';
import {
  type SettingName,
  settingDescriptions,
  settingNames,
} from '../../shared/partners/setting-descriptions.ts';
import { type SettingMembers, withSettings } from '../../shared/partners/settings.ts';
import { readSettings } from '../api-client/published-settings.ts';
import { useQuery } from '../api-client/queries.ts';
import { partnerOfFile } from '../api-client/site-config.ts';
import { Button } from '../ui/button.tsx';
import { speak } from '../ui/speak.ts';
import { Loaded } from './problem.tsx';
import { refetchSettings, settingsQuery } from './queries.ts';
import { SaveForm } from './save-form.tsx';
import { entriesOf, entrySchema, settingOf } from './setting-entries.ts';
import { SettingFields } from './setting-fields.tsx';
import { SettingValue } from './setting-value.tsx';
import { SettingsHistory } from './settings-history.tsx';
import { useTabDraft } from './tab-data.ts';
import { timeZoneName } from './times.ts';
import { useArrival } from './use-arrival.ts';
import './settings.css';

/** The open form with what the person typed. It stays in the tab through a new sign-in. */
const openFormSchema = v.object({
  /** A setting, or the version to restore. */
  target: v.union([v.picklist(settingNames), v.number()]),
  /** The version in effect when the form opened. */
  base: v.number(),
  note: v.string(),
  entries: v.array(entrySchema),
});
type OpenForm = v.InferOutput<typeof openFormSchema>;

const headingOf = (target: OpenForm['target']) =>
  document.getElementById(`heading-${typeof target === 'number' ? 'history' : target}`);

const versionName = (target: OpenForm['target']) =>
  target === 0 ? 'the original settings' : `version ${target}`;

interface SettingsProps {
  readonly version: number;
  readonly settings: SettingMembers;
}

function Settings({ version, settings }: SettingsProps) {
  const [form, setForm] = useTabDraft<OpenForm>('staff-settings', openFormSchema);
  const partner = withSettings(partnerOfFile(), settings);
  const open = (target: OpenForm['target'], note: string) => {
    const entries = typeof target === 'number' ? [] : [...entriesOf(target, partner[target])];
    setForm({ target, base: version, note, entries });
  };
  const close = ({ target }: OpenForm) => {
    setForm(undefined);
    headingOf(target)?.focus();
  };
  const save = (opened: OpenForm) => {
    const { target, base, note, entries } = opened;
    return {
      ...{ base, note },
      change: () =>
        typeof target === 'number' ? { restore: target } : { set: { [target]: settingOf(target, entries) } },
      onNote: (typed: string) => setForm({ ...opened, note: typed }),
      onSaved: async (saved: number) => {
        readSettings();
        await refetchSettings();
        close(opened);
        speak(`Saved as version ${saved}`);
      },
      onReload: () => {
        void refetchSettings();
        close(opened);
      },
      onCancel: () => close(opened),
    };
  };
  const setting = (name: SettingName) => {
    const { title, help } = settingDescriptions[name];
    return (
      <section key={name} className="stack setting" aria-labelledby={`heading-${name}`}>
        <div className="row setting-head">
          <h2 id={`heading-${name}`} tabIndex={-1}>
            {title}
          </h2>
          {form === undefined && (
            <Button size="fit" aria-describedby={`heading-${name}`} onClick={() => open(name, '')}>
              Edit
            </Button>
          )}
        </div>
        <p className="hint">{help}</p>
        {form?.target === name ? (
          <SaveForm {...save(form)}>
            {(faults) => (
              <SettingFields
                {...{ name, partner, faults }}
                entries={form.entries}
                onChange={(entries) => setForm({ ...form, entries: [...entries] })}
              />
            )}
          </SaveForm>
        ) : (
          <SettingValue name={name} partner={partner} />
        )}
      </section>
    );
  };
  return (
    <div className="settings rows">
      {settingNames.map(setting)}
      <section className="stack setting" aria-labelledby="heading-history">
        <h2 id="heading-history" tabIndex={-1}>
          History
        </h2>
        {typeof form?.target === 'number' && (
          <SaveForm {...save(form)}>
            {() => <p>{`Restore ${versionName(form.target)}? It replaces all settings.`}</p>}
          </SaveForm>
        )}
        <SettingsHistory
          current={version}
          restoreButton={(target) =>
            form === undefined && (
              <Button size="fit" look="quiet" onClick={() => open(target, `Restore ${versionName(target)}`)}>
                Restore<span className="unseen"> {versionName(target)}</span>
              </Button>
            )
          }
        />
      </section>
    </div>
  );
}

/** Settings that directors change without a deployment. */
export default function SettingsPage() {
  useArrival('Settings', 'settings');
  return (
    <main id="main" className="page settings-page">
      <h1 tabIndex={-1}>Settings</h1>
      <p className="hint">
        {`What you save is in effect within a minute. Open pages show it within ten minutes, and on the day of a deadline within a minute. Days and times are in ${timeZoneName()}.`}
      </p>
      <Loaded query={useQuery(settingsQuery)}>{(data) => <Settings {...data} />}</Loaded>
    </main>
  );
}
