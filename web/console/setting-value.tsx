import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import {
  type SettingField,
  type SettingName,
  settingDescriptions,
} from '../../shared/partners/setting-descriptions.ts';
import { momentOf } from '../../shared/partners/time-zone.ts';
import { formatDay, formatTime } from '../../shared/rules/format-time.ts';
import { entriesOf, isShown } from './setting-entries.ts';

/** A member in words. */
function wordsOf({ kind, options }: SettingField, text: string, partner: PartnerWithSettings): string {
  const { timeZone, links } = partner;
  if (kind === 'flag') return text === 'yes' ? 'Yes' : 'No';
  if (kind === 'choice') return options?.(links).find(([code]) => code === text)?.[1] ?? text;
  if (text === '') return 'None';
  if (kind === 'time') return formatTime(new Date(momentOf(text, timeZone)).toISOString(), timeZone);
  return kind === 'day' ? formatDay(text) : text;
}

interface Props {
  readonly name: SettingName;
  readonly partner: PartnerWithSettings;
}

/** A setting as it is read. */
export function SettingValue({ name, partner }: Props) {
  const { fields, isText, entry } = settingDescriptions[name];
  const entries = entriesOf(name, partner[name]);
  if (entries.length === 0) return <p className="setting-none">None</p>;
  if (isText) return entries.map(({ key, values }) => <p key={key}>{values.text}</p>);
  return (
    <ol className="stack setting-entries">
      {entries.map(({ key, values }, place) => (
        <li key={key}>
          <dl className="facts setting-facts" aria-label={`${entry} ${place + 1}`}>
            {fields
              .filter((field) => isShown(field, values))
              .map((field) => (
                <div key={field.name} data-kind={field.kind} data-field={field.name}>
                  <dt>{field.label}</dt>
                  <dd>{wordsOf(field, values[field.name] ?? '', partner)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}
