import { describe, expect, it } from 'vitest';
import { ApiClient } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';

const cloud = withCloud();
const look = (query: Record<string, string>) =>
  new ApiClient(cloud()).call('GET', `/lookup/find?${new URLSearchParams(query)}`);

interface Result {
  readonly id: string;
  readonly text: string;
  readonly sub_text: string;
  readonly name?: string;
  readonly address_line_1?: string;
}
const results = async (query: Record<string, string>) =>
  (await look(query)).body as unknown as readonly Result[];

describe('lookup', () => {
  it('returns a bare list to anonymous visitors [AC-12] [CA-29]', async () => {
    const response = await look({ text: 'umberdale', category: 'college_ceeb', max_results: '5' });
    expect(response.status).toBe(200);
    expect(response.body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          text: 'University of Umberdale',
          id: 'sample-college-0003',
          name: 'University of Umberdale',
          sub_text: expect.stringContaining('Umberdale, MN'),
        }),
      ]),
    );
  });

  it('returns text, id and sub_text, and a name or a first line [EN-21]', async () => {
    for (const category of ['hs_ceeb', 'college_ceeb', 'address']) {
      const found = await results({ text: category === 'address' ? '6' : 'u', category });
      expect(found.length).toBeGreaterThan(0);
      const line = category === 'address' ? 'address_line_1' : 'name';
      for (const each of found) {
        expect(Object.keys(each).sort()).toEqual(['id', line, 'sub_text', 'text'].sort());
        expect(each[line]).toBe(each.text);
      }
    }
  });

  it('names the alias by which a college was found', async () => {
    const [found] = await results({ text: 'fennelbrook tech', category: 'college_ceeb' });
    expect(found).toMatchObject({
      text: 'Fennelbrook Falls Institute of Technology',
      name: 'Fennelbrook Falls Institute of Technology',
      alias: 'Fennelbrook Tech',
    });
  });

  it('returns five results by default, and one to ten on request [AC-02]', async () => {
    const howMany = async (max_results?: string) =>
      (await results({ text: 'h', category: 'hs_ceeb', ...(max_results && { max_results }) })).length;
    expect([await howMany(), await howMany('1'), await howMany('10')]).toEqual([5, 1, 10]);
  });

  it('returns an empty list when nothing matches', async () => {
    for (const text of ['', 'qqqqqq'])
      expect(await look({ text, category: 'hs_ceeb' })).toMatchObject({ status: 200, body: [] });
  });
});

describe('lookup record', () => {
  it('of a school contains name, code, address and the labels of its codes [CA-30] [AC-06] [AC-08]', async () => {
    expect((await look({ id: 'sample-college-0003', category: 'college_ceeb' })).body).toEqual({
      text: 'University of Umberdale',
      id: 'sample-college-0003',
      sub_text: '127 Clover Lane, Umberdale, MN 00127',
      name: 'University of Umberdale',
      ceeb: 'X121',
      address_line_1: '127 Clover Lane',
      city: 'Umberdale',
      state: 'MN',
      state_desc: 'Minnesota',
      zip: '00127',
      country: 'USA',
      country_desc: 'United States',
    });
  });

  it('of an address has neither name nor code', async () => {
    const { body } = await look({ id: 'sample-address-0001', category: 'address' });
    expect(Object.keys(body)).not.toContain('name');
    expect(Object.keys(body)).not.toContain('ceeb');
    expect(body).toMatchObject({ address_line_1: body.text, country_desc: 'United States' });
  });

  it('that does not exist, or belongs to another category, is not found', async () => {
    for (const id of ['nobody', 'sample-college-0003', ''])
      expect(await look({ id, category: 'hs_ceeb' })).toMatchObject({
        status: 404,
        body: { message: "We couldn't find that place. Please type it in." },
      });
  });
});

describe('invalid lookup', () => {
  it.each([
    ['another category', { text: 'a', category: 'towns' }, /^category: .*college_ceeb/],
    ['neither text nor id', { category: 'hs_ceeb' }, /^Either text or id/],
    ['text and id', { text: 'a', id: 'b', category: 'hs_ceeb' }, /^Either text or id/],
    ['eleven results', { text: 'a', category: 'hs_ceeb', max_results: '11' }, /^max_results: .* 1 to 10/],
    ['121 characters', { text: 'x'.repeat(121), category: 'hs_ceeb' }, /^text: at most 120/],
  ])('with %s is rejected with a message [EN-25]', async (_what, query, words) => {
    const response = await look(query as Record<string, string>);
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(words);
  });
});

it('a browser may keep school results of a lookup, but never addresses', async () => {
  const kept = async (category: string) => (await look({ text: 'a', category })).headers.get('cache-control');
  expect(await kept('hs_ceeb')).toBe('private, max-age=3600');
  expect(await kept('address')).toBe('no-store');
});
