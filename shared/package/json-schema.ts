import { type DictionaryEntry, dataDictionary, type Form, type Option } from '../form/index.ts';
import { packageFormat } from './application-package.ts';
import { formVersion } from './form-version.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Every option of a choice. Dependent lists may have one code with several labels. */
const optionsOf = ({ options = [] }: DictionaryEntry): readonly Option[] => {
  const all = Array.isArray(options) ? options : Object.values(options).flat();
  return [...new Map(all.map((option) => [JSON.stringify(option), option])).values()];
};

const listOf = (options: readonly Option[]): Schema => ({
  anyOf: options.map(([value, label]) => ({ const: value, title: label })),
});

const month = { type: 'string', pattern: '^([1-9]|1[0-2]|ANSWERED)$' };
const year = { type: 'string', pattern: '^[0-9]{4}$' };

/** Schema of an answer's value, by the kind of its question. Choices have separate lists. */
const valueSchema = ({ key, kind, limit }: DictionaryEntry): Schema => {
  if (kind === 'checkbox' || kind === 'checkboxes') return { type: 'boolean' };
  if (kind === 'date') return { type: 'string', format: 'date' };
  if (kind === 'document') return { const: 'ANSWERED' };
  if (kind === 'monthYear') return key.endsWith('_month') ? month : year;
  return limit === undefined ? { type: 'string' } : { type: 'string', maxLength: limit };
};

/** Options that several questions share are written once, under the name of the first of them. */
function namedLists(entries: readonly DictionaryEntry[]) {
  const names = new Map<string, string>();
  for (const entry of entries) {
    const list = JSON.stringify(optionsOf(entry));
    if (entry.options !== undefined && !names.has(list)) names.set(list, `options_of_${entry.key}`);
  }
  return names;
}

const answer = (title: string, value: Schema, hasLabel: boolean): Schema => ({
  title,
  type: 'object',
  required: hasLabel ? ['value', 'label'] : ['value'],
  properties: { value, ...(hasLabel && { label: { type: 'string' } }) },
  additionalProperties: false,
});

const text = { type: 'string' };
/** An object schema with required and optional members. */
const object = (members: Schema, optional: Schema = {}): Schema => ({
  ...{ type: 'object', required: Object.keys(members), properties: { ...members, ...optional } },
  additionalProperties: false,
});
const mapOf = (value: Schema): Schema => ({ type: 'object', additionalProperties: value });

/** Excludes labels, which are stored with their codes. */
const isAnswer = ({ kind }: DictionaryEntry): boolean => kind !== 'label';

function answersSchema(entries: readonly DictionaryEntry[], names: ReadonlyMap<string, string>): Schema {
  const properties = entries.map((entry) => {
    const list = entry.options === undefined ? undefined : names.get(JSON.stringify(optionsOf(entry)));
    const value = list === undefined ? valueSchema(entry) : { $ref: `#/$defs/${list}` };
    return [entry.key, answer(entry.label, value, list !== undefined)] as const;
  });
  return {
    ...{ type: 'object', properties: Object.fromEntries(properties) },
    // An application that was submitted before the form changed can have keys that the form no longer asks
    // for.
    additionalProperties: { $ref: '#/$defs/earlier_answer' },
  };
}

/** The JSON Schema of `application.json` of one university, from its form. */
export function packageJsonSchema(form: Form, university: string): Schema {
  const entries = dataDictionary(form).filter(isAnswer);
  const names = namedLists(entries);
  const lists = [...names].map(([list, name]) => [name, listOf(JSON.parse(list))] as const);
  const documents = entries.filter(({ kind }) => kind === 'document').map(({ key }) => key);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:matricula:application:${packageFormat}:${formVersion(form)}`,
    title: `A submitted application to ${university}`,
    'x-format': packageFormat,
    'x-form-version': formVersion(form),
    ...object(
      {
        format: { const: packageFormat },
        confirmation: text,
        submitted_at: { type: 'string', format: 'date-time' },
        applicant: object({ id: text, email: text }),
        form_version: text,
        answers: answersSchema(entries, names),
        counts: mapOf({ type: 'integer' }),
        tabs: mapOf(text),
        documents: {
          type: 'array',
          items: object({
            key: { type: 'string', examples: documents },
            question: text,
            file_name: text,
            pdf: text,
          }),
        },
        statuses: { type: 'array', items: text },
      },
      {
        late: object({ deadline: text, label: text, minutes: { type: 'integer' } }),
        checklist: object({
          received: mapOf({ type: 'string', format: 'date' }),
          missing: { type: 'array', items: text },
        }),
        withdrawn_at: { type: 'string', format: 'date-time' },
      },
    ),
    $defs: {
      ...Object.fromEntries(lists),
      earlier_answer: {
        ...{ type: 'object', required: ['value'], additionalProperties: false },
        properties: { value: { type: ['string', 'boolean'] }, label: text },
      },
    },
  };
}
