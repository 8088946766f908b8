import type { ApplicantId } from '../runtime/ids.ts';
import { heldItems, type Item, itemsAbout } from '../store/held-items.ts';

/** The data that applicants download. The audit log is not in it: no function that applicants call may read it. */
const kinds = [heldItems.application, heldItems.session, heldItems.sessionsOf, heldItems.applicationPdf];

interface Section {
  readonly title: string;
  readonly items: readonly Item[];
}

export async function ownData(sub: ApplicantId): Promise<readonly Section[]> {
  const sections: Section[] = [];
  for (const kind of kinds) {
    if ('notHeld' in kind) continue;
    const items: Item[] = [];
    for await (const page of itemsAbout(kind, { sub, addresses: [], confirmation: undefined }))
      items.push(...page);
    sections.push({ title: kind.title, items });
  }
  return sections;
}
