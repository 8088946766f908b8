import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unexpectedErrorMessage } from '../../../shared/api/messages.ts';
import { routes } from '../../../shared/api/routes.ts';
import { call, connectApiClient } from '../../../web/api-client/call.ts';
import { errorMessage, ServerError, UnauthorizedError } from '../../../web/api-client/errors.ts';

const generic = "We've encountered an unexpected error at this time. Please try again later.";
const sessionEnded = vi.fn();
const fetched = vi.fn<typeof fetch>();
const replying = (status: number, body: string) =>
  fetched.mockImplementation(async () => new Response(body, { status }));
const failure = () => call(routes.applicant.getTabs, {}).catch((error: unknown) => error);

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  connectApiClient({ onUnauthorized: sessionEnded });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('a call to the API', () => {
  it('sends JSON and returns the JSON of the response [CA-01]', async () => {
    replying(200, '{"message":"Saved."}');
    await call(routes.applicant.putTabs, { body: { tab_id: 'a', chosen_tab: 'b' } });
    expect(fetched).toHaveBeenCalledWith(
      '/api/tabs',
      expect.objectContaining({
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: '{"tab_id":"a","chosen_tab":"b"}',
      }),
    );
  });

  it('escapes U+FFFD, which the server would take for damaged text', async () => {
    replying(200, '{"message":"Saved."}');
    await call(routes.applicant.putTabs, { body: { tab_id: 'a', chosen_tab: '\uFFFD' } });
    expect(fetched.mock.lastCall).toMatchObject([{}, { body: '{"tab_id":"a","chosen_tab":"\\ufffd"}' }]);
  });

  it('is sent again, once, when the session got another cookie while it was on its way', async () => {
    const renewed = () => new Response('{"message":"X","renewed":true}', { status: 401 });
    fetched.mockImplementationOnce(async () => renewed());
    replying(200, '{}');
    await call(routes.applicant.getTabs, {});
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(sessionEnded).not.toHaveBeenCalled();
    fetched.mockImplementation(async () => renewed());
    await expect(call(routes.applicant.getTabs, {})).rejects.toThrow(UnauthorizedError);
    expect(fetched).toHaveBeenCalledTimes(4);
    expect(sessionEnded).toHaveBeenCalledOnce();
  });

  it.each([
    [429, 'Too many. You can try again in 5 seconds.'],
    [503, 'Too many. You can try again in 5 seconds.'],
    [400, 'Too many.'],
    [500, 'Too many.'],
  ])(
    'that receives %i with Retry-After says when to try again only where waiting helps',
    async (status, words) => {
      const headers = { 'retry-after': '5' };
      fetched.mockImplementation(async () => new Response('{"message":"Too many."}', { status, headers }));
      expect(errorMessage(await failure())).toBe(words);
    },
  );

  it.each([429, 503])('that receives %i without Retry-After waits for five seconds', async (status) => {
    replying(status, '{"message":"Too many."}');
    expect(await failure()).toMatchObject({ status, retryAfter: 5 });
  });

  it.each([
    ['a page instead of JSON [GE-01]', 502, '<html></html>', generic],
    ['a page with status 200 [GE-01]', 200, '<html></html>', generic],
    ['a response of another shape', 200, '{"a_tab":1}', generic],
    ['an error without a message [GE-02]', 500, '{}', generic],
    ['an error whose message is empty [GE-02]', 500, '{"message":""}', generic],
    ['an error whose message is not text [GE-02]', 500, '{"message":{}}', generic],
    ['an error with a message [GE-03]', 400, '{"message":"X"}', 'X'],
    ['a forbidden call [GE-05]', 403, '{"message":"No."}', 'No.'],
    ['a missing resource [GE-05]', 404, '{"message":"None."}', 'None.'],
    ['a conflict [GE-05]', 409, '{"message":"Too late."}', 'Too late.'],
    ['a server error [GE-05]', 500, '{"message":"Broken."}', 'Broken.'],
  ])('that receives %s keeps the session', async (_name, status, body, words) => {
    replying(status, body);
    const error = await failure();
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ status, message: words });
    expect(errorMessage(error)).toBe(words);
    expect(sessionEnded).not.toHaveBeenCalled();
  });

  it('without a network fails with the generic message [GE-01]', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await failure()).toMatchObject({ status: 0, message: generic });
    expect(unexpectedErrorMessage).toBe(generic);
  });

  it.each(['{"message":"Session over."}', '<html></html>'])(
    'that receives 401 ends the session [GE-04]',
    async (body) => {
      replying(401, body);
      const error = await failure();
      expect(error).toBeInstanceOf(UnauthorizedError);
      expect(errorMessage(error)).toBe('Your session is invalid. Please clear your cookies and login again.');
      expect(sessionEnded).toHaveBeenCalledOnce();
    },
  );
});
