import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import {
  type SettingField,
  type SettingName,
  settingDescriptions,
} from '../../shared/partners/setting-descriptions.ts';
import { Button } from '../ui/button.tsx';
import { speak } from '../ui/speak.ts';
import type { SettingFault } from './save-form.tsx';
import { type Entry, entriesOf, fieldPath, isShown, newEntry } from './setting-entries.ts';
import { timeZoneName } from './times.ts';

const inputTypes: Readonly<Partial<Record<SettingField['kind'], string>>> = {
  time: 'datetime-local',
  day: 'date',
  count: 'number',
};

interface FieldProps {
  readonly field: SettingField;
  /** The path of the field in the settings. */
  readonly id: string;
  readonly value: string;
  readonly links: PartnerWithSettings['links'];
  readonly isReadOnly: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function Control({ field, id, value, links, isReadOnly, error, onChange }: FieldProps) {
  const { kind, options, isOptional = false } = field;
  const common = {
    ...{ id, value, className: 'control', required: !isOptional && kind !== 'choice' },
    'aria-describedby': `${id}-error ${id}-hint`,
    'aria-invalid': error !== undefined,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
  };
  if (kind === 'choice')
    return (
      <select {...common}>
        {options?.(links).map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </select>
    );
  if (kind === 'long') return <textarea {...common} rows={3} />;
  return <input {...common} type={inputTypes[kind] ?? 'text'} readOnly={isReadOnly} />;
}

function FieldRow(props: FieldProps) {
  const { field, id, value, error, onChange } = props;
  const { kind, label, hint, isOptional } = field;
  if (kind === 'flag')
    return (
      <label className="setting-flag">
        <input
          type="checkbox"
          checked={value === 'yes'}
          onChange={({ target }) => onChange(target.checked ? 'yes' : '')}
        />
        {label}
      </label>
    );
  const hints = [hint, kind === 'time' ? timeZoneName() : undefined].filter((each) => each !== undefined);
  return (
    <div className="field" data-kind={kind} data-field={field.name} data-invalid={error && true}>
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="optional"> (optional)</span>}
      </label>
      <div className="messages" id={`${id}-error`}>
        {error !== undefined && <p>{error}</p>}
      </div>
      <Control {...props} />
      <p className="hint" id={`${id}-hint`}>
        {hints.join('. ')}
      </p>
    </div>
  );
}

interface Props {
  readonly name: SettingName;
  readonly entries: readonly Entry[];
  readonly partner: PartnerWithSettings;
  readonly faults: readonly SettingFault[];
  readonly onChange: (entries: readonly Entry[]) => void;
}

interface EntryProps extends Props {
  readonly place: number;
  readonly entry: Entry;
}

/** The fields of one entry. */
function EntryFields({ name, place, entry, entries, partner, faults, onChange }: EntryProps) {
  const { key, values } = entry;
  const stored = entriesOf(name, partner[name]).find((each) => each.key === key);
  const setValue = (field: string, value: string) =>
    onChange(entries.map((each) => (each === entry ? { key, values: { ...values, [field]: value } } : each)));
  return (
    <div className="setting-fields">
      {settingDescriptions[name].fields
        .filter((field) => isShown(field, values))
        .map((field) => {
          const id = fieldPath(name, place, field.name);
          return (
            <FieldRow
              key={field.name}
              {...{ field, id }}
              value={values[field.name] ?? ''}
              links={partner.links}
              isReadOnly={field.kind === 'id' && Boolean(stored?.values[field.name])}
              error={faults.find(({ path }) => `${path}.`.startsWith(`${id}.`))?.message}
              onChange={(value) => setValue(field.name, value)}
            />
          );
        })}
    </div>
  );
}

/** The fields of a setting, and buttons that add and remove entries. */
export function SettingFields(props: Props) {
  const { name, entries, onChange } = props;
  const { entry: title, isList, isOptional } = settingDescriptions[name];
  const fields = useRef<HTMLDivElement>(null);
  const focus = (selector: string) =>
    [...(fields.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus();
  const add = () => {
    flushSync(() => onChange([...entries, newEntry(name)]));
    focus('.setting-entry:last-of-type .field:first-child .control');
  };
  const remove = (entry: Entry, label: string) => {
    flushSync(() => onChange(entries.filter((each) => each !== entry)));
    focus('.add-entry');
    speak(`${label} removed`);
  };
  return (
    <div className="stack setting-form" ref={fields}>
      {entries.map((entry, place) => {
        const label = isList ? `${title} ${place + 1}` : title;
        return (
          <fieldset className="setting-entry" key={entry.key}>
            <legend>{label}</legend>
            <EntryFields {...props} {...{ place, entry }} />
            {(isList || isOptional) && (
              <Button
                size="fit"
                look="quiet"
                aria-label={`Remove: ${label}`}
                onClick={() => remove(entry, label)}
              >
                Remove
              </Button>
            )}
          </fieldset>
        );
      })}
      {(isList || entries.length === 0) && (
        <Button size="fit" className="add-entry" onClick={add}>
          Add {title.toLowerCase()}
        </Button>
      )}
    </div>
  );
}
