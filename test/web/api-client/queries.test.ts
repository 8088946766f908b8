import type { QueryFunctionContext } from '@tanstack/react-query';
import { beforeAll, describe, expect, it, vi } from 'vitest';

type Queries = typeof import('../../../web/api-client/queries.ts');
let queries: Queries;

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '' });
  queries = await import('../../../web/api-client/queries.ts');
});

type Interval = (query: { readonly state: object }) => number | false;

/** The time until a query refetches after it received a status. */
function pauseAfter(which: 'conversion' | 'pdf', status: string) {
  const options = which === 'pdf' ? queries.applicationPdfQuery : queries.conversionQuery('a_document');
  const again = options.refetchInterval as unknown as Interval;
  return again({ state: { data: { status } } });
}

describe('a query', () => {
  it('does not refetch by itself: not on failure, focus, mount or age [GE-06, GE-07, GE-08]', () => {
    expect(queries.queryClient.getDefaultOptions().queries).toEqual({
      networkMode: 'always',
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      refetchOnMount: false,
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
    });
  });

  it('fails without a retry [GE-06]', async () => {
    const queryFn = vi.fn<(context: QueryFunctionContext) => Promise<never>>().mockRejectedValue(new Error());
    await expect(queries.queryClient.fetchQuery({ queryKey: ['x'], queryFn })).rejects.toThrow();
    expect(queryFn).toHaveBeenCalledOnce();
  });

  it('of a conversion is cached under doc-conversion and document-answer [CA-32]', () => {
    expect(queries.conversionQuery('transcript_document').queryKey).toEqual([
      'doc-conversion',
      'transcript_document',
    ]);
    expect(queries.documentsQuery.queryKey).toEqual(['document-answer']);
  });
});

describe('the query of a conversion', () => {
  it.each([
    ['UNPROCESSED', 2_000],
    ['IN_PROGRESS', 2_000],
    ['COMPLETED', false],
    ['FAILED', false],
    ['NOT_ANSWERED', false],
  ])('in status %s refetches after %s [UP-13, UP-14, UP-15, UP-16, CO-03]', (status, pause) => {
    expect(pauseAfter('conversion', status)).toBe(pause);
  });
});

describe('the query of the application PDF', () => {
  it.each([
    ['UNPROCESSED', 1_000],
    ['IN_PROGRESS', 1_000],
    ['COMPLETED', 600_000],
    ['FAILED', 600_000],
    ['NOT_ANSWERED', 600_000],
  ])('in status %s refetches after %s [PD-03, PD-04, CO-03]', (status, pause) => {
    expect(pauseAfter('pdf', status)).toBe(pause);
  });
});
