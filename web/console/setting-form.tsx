import { useEffect, useRef } from 'react';
import type { PartnerFault } from '../../shared/partners/check-partner.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import type { SettingName } from '../../shared/partners/setting-names.ts';
import { Button } from '../ui/button.tsx';
import { speak } from '../ui/speak.ts';
import {
  type Entry,
  editors,
  type Field,
  fieldId,
  fieldPath,
  isShown,
  keptEntries,
} from './setting-editors.ts';
import { timeZoneName } from './times.ts';

export interface FormProps {
  readonly name: SettingName;
  readonly entries: readonly Entry[];
  readonly partner: PartnerWithSettings;
  readonly faults: readonly PartnerFault[];
  readonly onChange: (entries: readonly Entry[]) => void;
}

const inputTypes: Readonly<Partial<Record<Field['kind'], string>>> = {
  time: 'datetime-local',
  day: 'date',
  count: 'number',
};

interface FieldProps {
  readonly field: Field;
  readonly id: string;
  readonly value: string;
  readonly partner: PartnerWithSettings;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function Control({ field, id, value, partner, error, onChange }: FieldProps) {
  const { kind, options, isOptional = false } = field;
  const described = [error === undefined ? '' : `${id}-error`, `${id}-hint`].join(' ').trim();
  const common = {
    ...{
      id,
      value,
      className: 'control',
      'aria-describedby': described,
      'aria-invalid': error !== undefined,
    },
    'aria-required': !isOptional,
  };
  if (kind === 'choice')
    return (
      <select {...common} onChange={({ target }) => onChange(target.value)}>
        {options?.(partner).map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </select>
    );
  if (kind === 'long')
    return <textarea {...common} rows={3} onChange={({ target }) => onChange(target.value)} />;
  return (
    <input
      {...common}
      type={inputTypes[kind] ?? 'text'}
      {...(kind === 'count' && { min: 0, step: 1 })}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function FieldRow(props: FieldProps) {
  const { field, id, value, error, onChange } = props;
  const { kind, label, hint, isOptional } = field;
  if (kind === 'flag' || kind === 'off')
    return (
      <label className="setting-flag">
        <input
          id={id}
          type="checkbox"
          checked={value === 'yes'}
          onChange={({ target }) => onChange(target.checked ? 'yes' : '')}
        />
        {label}
      </label>
    );
  const zone = kind === 'time' ? timeZoneName() : undefined;
  const hints = [hint, zone].filter((each) => each !== undefined);
  return (
    <div
      className="field"
      data-kind={kind}
      data-field={field.name}
      data-invalid={error !== undefined || undefined}
    >
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="optional"> (optional)</span>}
      </label>
      {error !== undefined && (
        <div className="messages" id={`${id}-error`}>
          <p>{error}</p>
        </div>
      )}
      <Control {...props} />
      <p className="hint" id={`${id}-hint`}>
        {hints.join('. ')}
      </p>
    </div>
  );
}

interface EntryProps extends FormProps {
  readonly index: number;
}

const at = <Item,>(items: readonly Item[], index: number, item: Item): readonly Item[] =>
  items.map((each, place) => (place === index ? item : each));

/** One entry: its fields, and how to move or remove it. */
function EntryForm({ name, entries, index, partner, faults, onChange }: EntryProps) {
  const { fields, entry: title, shape, isOptional } = editors[name];
  const entry = entries[index];
  if (entry === undefined) return null;
  const place = keptEntries(entries.slice(0, index)).length;
  const said = `${title} ${index + 1}`;
  const isList = shape === 'records' || shape === 'texts';
  const setValue = (field: string, value: string) =>
    onChange(at(entries, index, { ...entry, values: { ...entry.values, [field]: value } }));
  const move = (by: number) => {
    const other = entries[index + by];
    if (other === undefined) return;
    onChange(at(at(entries, index, other), index + by, entry));
    speak(`${title} moved to place ${index + by + 1} of ${entries.length}`);
  };
  const setRemoved = (isRemoved: boolean) => {
    onChange(at(entries, index, { ...entry, isRemoved }));
    speak(isRemoved ? `${said} will be removed` : `${said} stays`);
  };
  const action = (label: string, press: () => void, isOff = false) => (
    <Button size="fit" look="quiet" isBusy={isOff} aria-label={`${label}: ${said}`} onClick={press}>
      {label}
    </Button>
  );
  return (
    <fieldset className="setting-entry" data-removed={entry.isRemoved || undefined}>
      <legend>{isList ? said : title}</legend>
      {entry.isRemoved ? (
        <p className="hint">
          Removed when you publish: {entry.values.label || entry.values.title || entry.values.text}
        </p>
      ) : (
        <div className="setting-fields">
          {fields
            .filter((field) => field.kind !== 'hidden' && isShown(field, entry.values))
            .map((field) => {
              const path = fieldPath(name, place, field.name);
              const id = fieldId(path);
              return (
                <FieldRow
                  key={field.name}
                  {...{ field, id, partner }}
                  value={entry.values[field.name] ?? ''}
                  error={faults.find((fault) => fieldId(fault.path) === id)?.message}
                  onChange={(value) => setValue(field.name, value)}
                />
              );
            })}
        </div>
      )}
      <p className="entry-actions">
        {isList && action('Move up', () => move(-1), index === 0)}
        {isList && action('Move down', () => move(1), index === entries.length - 1)}
        {(isList || isOptional) &&
          (entry.isRemoved
            ? action('Undo remove', () => setRemoved(false))
            : action('Remove', () => setRemoved(true)))}
      </p>
    </fieldset>
  );
}

/** The form of a setting. The first field gets the focus when it opens. */
export function SettingForm(props: FormProps) {
  const { name, entries, onChange } = props;
  const { entry: title, shape, fresh = {} } = editors[name];
  const form = useRef<HTMLDivElement>(null);
  const focusNew = useRef(false);
  useEffect(() => {
    if (!focusNew.current) return;
    focusNew.current = false;
    const fields = form.current?.querySelectorAll<HTMLElement>('.setting-entry:last-of-type .control');
    fields?.[0]?.focus();
  });
  const add = () => {
    focusNew.current = true;
    onChange([...entries, { key: `${name}-${crypto.randomUUID()}`, values: fresh }]);
  };
  const mayAdd = shape === 'records' || shape === 'texts' || entries.length === 0;
  return (
    <div className="setting-form" ref={form}>
      {entries.map(({ key }, index) => (
        <EntryForm key={key} {...props} index={index} />
      ))}
      {mayAdd && (
        <Button size="fit" onClick={add}>
          Add {title.toLowerCase()}
        </Button>
      )}
    </div>
  );
}
