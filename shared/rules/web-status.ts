/** In the order in which they are reached. */
export const webStatuses = ['started', 'validating', 'submitted'] as const;

export type WebStatus = (typeof webStatuses)[number];

const isKnown = (text: string): text is WebStatus => webStatuses.some((status) => status === text);

/** Derived from the number of distinct known entries: 0 none, 1 started, 2 validating, 3 submitted (point 4). */
export function webStatusOf(entries: readonly { readonly web_status: string }[]): WebStatus | null {
  const known = new Set(entries.map(({ web_status }) => web_status).filter(isKnown));
  return webStatuses[known.size - 1] ?? null;
}
