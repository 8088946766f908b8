import { exportKeys } from '../../shared/export/columns.ts';
import { receiptFields } from '../../shared/export/mapped.ts';
import {
  type DictionaryEntry,
  dataDictionary,
  type Form,
  withoutQuestions,
} from '../../shared/form/index.ts';
import { checklistItems } from '../../shared/partners/next-steps.ts';
import type { PartnerWithSettings } from '../../shared/partners/partner.ts';
import { hidesFor } from '../../shared/questions/audiences.ts';
import type { MappingFault, MappingFile } from './mapping-file.ts';

type Column = MappingFile['columns'][number];

interface Known {
  readonly entries: ReadonlyMap<string, DictionaryEntry>;
  /** The keys that systems get. */
  readonly visible: ReadonlySet<string>;
  readonly items: readonly string[];
}

const knownOf = (form: Form, partner: PartnerWithSettings): Known => ({
  entries: new Map(dataDictionary(form).map((entry) => [entry.key, entry])),
  visible: new Set(exportKeys(withoutQuestions(form, hidesFor(partner, 'systems')).form)),
  items: checklistItems(partner),
});

/** The codes that an answer can have; undefined if it is no choice. */
function codesOf({ kind, options }: DictionaryEntry): readonly string[] | undefined {
  if (kind === 'checkbox' || kind === 'checkboxes') return ['true', 'false'];
  if (options === undefined) return undefined;
  const all = Array.isArray(options) ? options : Object.values(options).flat();
  return [...new Set(all.map(([code]: readonly [string, string]) => code))];
}

const dateFields = ['submitted_at'];

function isDate({ answer, receipt, checklist }: Column, { entries }: Known): boolean {
  if (checklist !== undefined) return true;
  if (receipt !== undefined) return dateFields.includes(receipt);
  return entries.get(answer ?? '')?.kind === 'date';
}

function sourceFault({ answer, receipt, checklist }: Column, known: Known): MappingFault | undefined {
  if (answer !== undefined && !known.entries.has(answer))
    return {
      path: ['answer'],
      message: `'${answer}' is no key of the form. npx matricula staff dictionary lists the keys`,
    };
  if (answer !== undefined && !known.visible.has(answer))
    return {
      path: ['answer'],
      message: `'${answer}' stays empty: it stores nothing, or the partner's copies.systems hides it`,
    };
  if (receipt !== undefined && !receiptFields.has(receipt))
    return {
      path: ['receipt'],
      message: `'${receipt}' is unknown. There are: ${[...receiptFields.keys()].join(', ')}`,
    };
  if (checklist !== undefined && !known.items.includes(checklist))
    return {
      path: ['checklist'],
      message: `'${checklist}' is no checklist item. There are: ${known.items.join(', ')}`,
    };
  return undefined;
}

function changeFaults(column: Column, { translations = {} }: MappingFile, known: Known): MappingFault[] {
  const { translate, date, answer } = column;
  const faults: MappingFault[] = [];
  if (translate !== undefined && translations[translate] === undefined)
    faults.push({ path: ['translate'], message: `'${translate}' is not in translations. Add it there` });
  const entry = known.entries.get(answer ?? '');
  if (translate !== undefined && (entry === undefined || codesOf(entry) === undefined))
    faults.push({ path: ['translate'], message: 'only answers to choices and checkboxes have codes' });
  if (date !== undefined && !isDate(column, known))
    faults.push({
      path: ['date'],
      message: `only dates, checklist items and ${dateFields.join(', ')} have a date mask`,
    });
  return faults;
}

function columnFaults(file: MappingFile, known: Known): readonly MappingFault[] {
  return file.columns.flatMap((column, index) => {
    const isRepeated = file.columns.findIndex(({ title }) => title === column.title) < index;
    const source = sourceFault(column, known);
    const found = [
      ...(isRepeated ? [{ path: ['title'], message: `'${column.title}' is the title of two columns` }] : []),
      ...(source === undefined ? changeFaults(column, file, known) : [source]),
    ];
    return found.map(({ path, message }) => ({ path: ['columns', index, ...path], message }));
  });
}

/** With `otherwise: error` each option must have a translation, so that no option stops an export. */
function translationFaults(
  { translations = {}, columns }: MappingFile,
  known: Known,
): readonly MappingFault[] {
  return Object.entries(translations).flatMap(([name, { codes, otherwise }]): readonly MappingFault[] => {
    const path = ['translations', name];
    const users = columns.filter(({ translate }) => translate === name);
    if (users.length === 0) return [{ path, message: 'no column uses it. Delete it' }];
    const entries = users.flatMap(({ answer = '' }) => known.entries.get(answer) ?? []);
    const options = new Set(entries.flatMap((entry) => codesOf(entry) ?? []));
    // The columns have the fault.
    if (options.size === 0) return [];
    const shown = [...options].slice(0, 12).join(', ') + (options.size > 12 ? ' ...' : '');
    const unknown = Object.keys(codes)
      .filter((code) => !options.has(code))
      .map((code) => ({
        path: [...path, 'codes', code],
        message: `'${code}' is no code of ${users.map(({ answer }) => answer).join(', ')}. There are: ${shown}`,
      }));
    const missing = otherwise === 'error' ? [...options].filter((code) => !Object.hasOwn(codes, code)) : [];
    return missing.length === 0
      ? unknown
      : [
          ...unknown,
          {
            path: [...path, 'codes'],
            message: `no translation of ${missing.slice(0, 12).join(', ')}${missing.length > 12 ? ' ...' : ''}. Add it, or choose otherwise: keep or empty`,
          },
        ];
  });
}

/** Compares a mapping file with the form and the checklist of its partner. */
export function mappingFaults(
  file: MappingFile,
  form: Form,
  partner: PartnerWithSettings,
): readonly MappingFault[] {
  const known = knownOf(form, partner);
  return [...columnFaults(file, known), ...translationFaults(file, known)];
}
