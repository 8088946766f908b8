import type { Option } from '../../shared/form/index.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { formatDay } from '../../shared/rules/format-time.ts';
import { itemName, itemTitle } from '../../shared/rules/item-names.ts';
import type { FilterKey } from './list-query.ts';

interface Filter {
  readonly key: FilterKey;
  readonly label: string;
  /** A select if there are options, otherwise a day. */
  readonly options?: readonly Option[];
  /** True if wide screens show it only after "More filters". */
  readonly isRare?: true;
}

/** The checklist items that an application may lack. */
const neededItems = ({ nextSteps }: PartnerWithSettings): readonly Option[] =>
  nextSteps.flatMap(({ checklistItem, isOptional }) =>
    checklistItem === undefined || isOptional ? [] : [[checklistItem, itemTitle(checklistItem)] as const],
  );

/** The filters of the list next to the search. */
export const filtersOf = (partner: PartnerWithSettings): readonly Filter[] => [
  { key: 'missing', label: 'Missing', options: neededItems(partner) },
  {
    key: 'status',
    label: 'Status',
    options: [
      ['complete', 'Complete'],
      ['incomplete', 'Awaiting documents'],
      ['withdrawn', 'Withdrawn'],
    ],
  },
  { key: 'unread', label: 'Unread', options: [['yes', 'By me']] },
  { key: 'term', label: 'Term', options: partner.terms },
  { key: 'major', label: 'Major', options: partner.majors, isRare: true },
  { key: 'sent', label: 'Copy sent', options: neededItems(partner), isRare: true },
  {
    key: 'late',
    label: 'Late',
    options: [
      ['yes', 'Yes'],
      ['no', 'No'],
    ],
    isRare: true,
  },
  { key: 'since', label: 'Submitted from', isRare: true },
  { key: 'until', label: 'Submitted until', isRare: true },
];

/** An active filter in words: 'Missing: transcript'. */
export function filterText(partner: PartnerWithSettings, key: FilterKey, value: string): string {
  if (key === 'q') return `Search: ${value}`;
  if (key === 'missing') return `Missing: ${itemName(value)}`;
  if (key === 'unread') return 'Unread by me';
  if (key === 'sent') return `Copy sent: ${itemName(value)}`;
  const filter = filtersOf(partner).find((each) => each.key === key);
  const shown = filter?.options?.find(([code]) => code === value)?.[1];
  const isDay = filter?.options === undefined && /^\d{4}-\d\d-\d\d$/.test(value);
  return `${filter?.label ?? key}: ${shown ?? (isDay ? formatDay(value) : value)}`;
}
