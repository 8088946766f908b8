import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import type { SettingName } from '../../shared/partners/setting-names.ts';
import { momentOf } from '../../shared/partners/time-zone.ts';
import { formatDay, formatTime } from '../../shared/rules/format-time.ts';
import { editors, entriesOf, type Field, isShown } from './setting-editors.ts';

/** A member in words. */
function wordsOf({ kind, options }: Field, text: string, partner: PartnerWithSettings): string {
  const { timeZone } = partner;
  if (kind === 'flag' || kind === 'off') return (text === 'yes') === (kind === 'flag') ? 'Yes' : 'No';
  if (kind === 'choice') return options?.(partner).find(([code]) => code === text)?.[1] ?? text;
  if (text === '') return 'None';
  if (kind === 'time') return formatTime(new Date(momentOf(text, timeZone)).toISOString(), timeZone);
  return kind === 'day' ? formatDay(text) : text;
}

interface Props {
  readonly name: SettingName;
  readonly value: unknown;
  readonly partner: PartnerWithSettings;
}

/** A setting as it is read. */
export function SettingValue({ name, value, partner }: Props) {
  const { fields, shape, entry } = editors[name];
  const entries = entriesOf(name, value);
  if (entries.length === 0) return <p className="setting-none">None</p>;
  if (shape === 'text' || shape === 'texts')
    return entries.map(({ key, values }) => <p key={key}>{values.text}</p>);
  return (
    <ol className="setting-entries">
      {entries.map(({ key, values }, place) => (
        <li key={key}>
          <dl className="setting-facts" aria-label={`${entry} ${place + 1}`}>
            {fields
              .filter((field) => field.kind !== 'hidden' && field.name !== 'kind' && isShown(field, values))
              .map((field) => (
                <div key={field.name} data-kind={field.kind} data-field={field.name}>
                  <dt>{field.readAs ?? field.label}</dt>
                  <dd>{wordsOf(field, values[field.name] ?? '', partner)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}
