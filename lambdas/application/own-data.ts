import type { ApplicantId } from '../runtime/ids.ts';
import { type Item, itemsAbout, personalData } from '../table/personal-data.ts';

/**
 * The data that applicants download. The audit log is not in it: no function that applicants call may read
 * it.
 */
const kinds = [
  personalData.application,
  personalData.session,
  personalData.sessionsOf,
  personalData.applicationPdf,
];

interface Section {
  readonly title: string;
  readonly items: readonly Item[];
}

export async function ownData(sub: ApplicantId): Promise<readonly Section[]> {
  const sections: Section[] = [];
  for (const kind of kinds) {
    if ('notPersonal' in kind) continue;
    const items: Item[] = [];
    for await (const page of itemsAbout(kind, { sub, addresses: [], confirmation: undefined }))
      items.push(...page);
    sections.push({ title: kind.title, items });
  }
  return sections;
}
