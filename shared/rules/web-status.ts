/** In the order in which an application reaches them. */
export const webStatuses = ['started', 'validating', 'submitted'] as const;

export type WebStatus = (typeof webStatuses)[number];

const isKnown = (text: string): text is WebStatus => webStatuses.some((status) => status === text);

/** The status is the number of distinct known entries: 0 none, 1 started, 2 validating, 3 submitted. */
export function webStatusOf(entries: readonly { readonly web_status: string }[]): WebStatus | null {
  const known = new Set(entries.map(({ web_status }) => web_status).filter(isKnown));
  return webStatuses[known.size - 1] ?? null;
}
