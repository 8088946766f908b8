import { type Form, type PlacedQuestion, storedKeys, walk } from '../form/index.ts';
import type { Partner } from '../partners/partner.ts';
import { answerKeysSnapshot } from './answer-keys-snapshot.ts';

/** The innermost repeated block around a question, and which of its copies the question is in. */
function copyOf({ rules }: PlacedQuestion): string {
  const counts = rules.flatMap((rule) => (rule.on === 'count' ? [`${rule.id}#${rule.number}`] : []));
  return counts.at(-1) ?? '';
}

function lineOf(key: string, placed: PlacedQuestion): string {
  const { question } = placed;
  const maximum = 'maxLength' in question ? question.maxLength : '';
  return [key, question.kind, maximum, copyOf(placed)].filter((part) => part !== '').join(' ');
}

/**
 * Every key that a form stores, one per line, in the order of the form and under the path of its page. A line
 * has the key, the kind of its question, its maximum length, and the copy of a repeated block. Labels of
 * choices (`_desc`) are omitted.
 */
export function describeAnswerKeys(form: Form): string {
  const { questions, blockingNotices } = walk(form);
  const pages = form.pages.map(({ path }) => {
    const asked = questions.filter(({ page }) => page === path);
    const lines = asked.flatMap((placed) =>
      storedKeys(placed.key, placed.question).map((key) => lineOf(key, placed)),
    );
    const notices = blockingNotices.filter(({ page }) => page === path).map(({ key }) => `${key} notice`);
    return [path, ...new Set([...lines, ...notices])].join('\n');
  });
  return `${pages.join('\n\n')}\n`;
}

/** The ids of repeated blocks, with the partner's limit on each. */
const limitsOf = ({ limits }: Partner): Readonly<Record<string, number>> => ({
  parent: limits.parents,
  legacy: limits.legacy,
  college: limits.colleges,
  senior_course: limits.seniorCourses,
  activity: limits.activities,
  honors: limits.honors,
});

/**
 * The keys that a partner's own systems accept, from the checked-in snapshot and the partner's limits on
 * repeated blocks. They do not follow the form automatically, so the consistency check reports when the form
 * changes its keys.
 */
export function answerKeys(partner: Partner): ReadonlySet<string> {
  const limits = limitsOf(partner);
  const keys = answerKeysSnapshot.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('/')) return [];
    const [key = '', ...rest] = line.split(' ');
    const [id = '', number = ''] = rest.at(-1)?.split('#') ?? [];
    return Number(number || 1) <= (limits[id] ?? Number.POSITIVE_INFINITY) ? [key] : [];
  });
  return new Set(keys);
}
