import type { ListQuery } from '../../shared/api/console.ts';
import type { ListedApplication } from '../../shared/api/console-replies.ts';
import {
  staffListRoutes,
  staffNotesRoutes,
  staffReadRoutes,
  staffSettingsRoutes,
} from '../../shared/api/console-routes.ts';
import type { ReplyOf } from '../../shared/api/index.ts';
import { ServerError } from '../api-client/errors.ts';
import { queryClient } from '../api-client/queries.ts';
import { callStaff } from './call-staff.ts';

interface Context {
  readonly signal: AbortSignal;
}
type ListPage = ReplyOf<typeof staffListRoutes.listApplications>;

const listKey = ['staff', 'list'] as const;
const totalKey = ['staff', 'total'] as const;
const factsKey = (applicant: string) => ['staff', 'facts', applicant] as const;
const answersKey = (applicant: string) => ['staff', 'answers', applicant] as const;
const notesKey = (applicant: string) => ['staff', 'notes', applicant] as const;

export const pageQuery = (query: ListQuery) => ({
  queryKey: [...listKey, query] as const,
  queryFn: ({ signal }: Context) => callStaff(staffListRoutes.listApplications, { query }, { signal }),
});

/** The number of applications in a list, on all its pages. */
export const totalQuery = ({ sort: _, after: __, ...filters }: ListQuery) => ({
  queryKey: [...totalKey, filters] as const,
  queryFn: async ({ signal }: Context) =>
    (await callStaff(staffListRoutes.getTotal, { query: filters }, { signal })).total,
  staleTime: 60_000,
  refetchOnMount: true,
});

export const factsQuery = (applicant: string) => ({
  queryKey: factsKey(applicant),
  queryFn: ({ signal }: Context) =>
    callStaff(staffListRoutes.getFacts, { params: { applicant } }, { signal }),
  staleTime: 0,
  refetchOnMount: true,
});

/** Answers are fetched at each opening, which counts as read, and are dropped when the page closes. */
export const answersQuery = (applicant: string) => ({
  queryKey: answersKey(applicant),
  queryFn: async ({ signal }: Context) => {
    const reply = await callStaff(staffReadRoutes.getAnswers, { params: { applicant } }, { signal });
    changeListed(applicant, { is_unread: false });
    return reply;
  },
  staleTime: 0,
  gcTime: 0,
  refetchOnMount: true,
});

/** If a colleague was faster, fetches the current state, so the page shows that change with the error. */
export async function refetchAfterConflict(
  error: unknown,
  { queryKey }: { readonly queryKey: readonly unknown[] },
): Promise<void> {
  if (error instanceof ServerError && error.status === 409) await queryClient.invalidateQueries({ queryKey });
}

export const notesQuery = (applicant: string) => ({
  queryKey: notesKey(applicant),
  queryFn: ({ signal }: Context) =>
    callStaff(staffNotesRoutes.listNotes, { params: { applicant } }, { signal }),
  staleTime: 0,
  refetchOnMount: true,
});

const settingsKey = ['staff', 'settings'] as const;
const freshly = { staleTime: 0, refetchOnMount: true } as const;

export const settingsQuery = {
  queryKey: [...settingsKey, 'current'] as const,
  queryFn: ({ signal }: Context) => callStaff(staffSettingsRoutes.getSettings, {}, { signal }),
  ...freshly,
};

export const versionsQuery = (before: number | undefined) => ({
  queryKey: [...settingsKey, 'versions', before] as const,
  queryFn: ({ signal }: Context) =>
    callStaff(
      staffSettingsRoutes.listVersions,
      { query: before === undefined ? {} : { before: String(before) } },
      { signal },
    ),
  ...freshly,
});

/** Fetches the settings and their versions again. */
export const refetchSettings = (): Promise<void> => queryClient.invalidateQueries({ queryKey: settingsKey });

/** Shows a change in every list that has the application. The list page fetches its list again. */
export function changeListed(applicant: string, change: Partial<ListedApplication>): void {
  queryClient.setQueriesData<ListPage>({ queryKey: listKey }, (page) =>
    page === undefined
      ? page
      : {
          ...page,
          applications: page.applications.map((each) =>
            each.applicant === applicant ? { ...each, ...change } : each,
          ),
        },
  );
  for (const queryKey of [listKey, totalKey])
    void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
}

type Facts = ReplyOf<typeof staffListRoutes.getFacts>;

type Listed = Partial<Pick<Facts, 'missing' | 'withdrawn_at'>>;

/** Shows a change of the checklist or the withdrawal on the open application and in the lists. */
export function changeFacts(
  applicant: string,
  change: (facts: Facts) => Listed & Partial<Pick<Facts, 'checklist'>>,
): void {
  const facts = queryClient.getQueryData<Facts>(factsKey(applicant));
  if (facts === undefined) return;
  const changed = change(facts);
  queryClient.setQueryData<Facts>(factsKey(applicant), { ...facts, ...changed });
  const { checklist: _, ...listed } = changed;
  changeListed(applicant, listed);
}

export const showNotes = (applicant: string, notes: ReplyOf<typeof staffNotesRoutes.listNotes>): void => {
  queryClient.setQueryData(notesKey(applicant), notes);
};
