import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Plays Amazon Location as its documentation describes it. The local cloud does not have it.

interface ApiReply {
  readonly path: string;
  readonly body: Record<string, unknown>;
}
const heard: ApiReply[] = [];

const label = '12 Wren Lane, Quillhaven, MI 00100, United States';
const place = {
  PlaceId: 'AQAA',
  PlaceType: 'PointAddress',
  Title: label,
  PricingBucket: 'Stored',
  Address: {
    Label: label,
    Country: { Code2: 'US', Code3: 'USA', Name: 'United States' },
    Region: { Code: 'MI', Name: 'Michigan' },
    Locality: 'Quillhaven',
    PostalCode: '00100',
    Street: 'Wren Lane',
    AddressNumber: '12',
  },
};

function answerTo({ path }: ApiReply): readonly [status: number, body: object, error?: string] {
  if (path.includes('autocomplete'))
    return [
      200,
      {
        PricingBucket: 'Core',
        ResultItems: [
          { PlaceId: 'AQAA', PlaceType: 'PointAddress', Title: label, Address: { Label: label } },
          { PlaceId: 'AQAB', PlaceType: 'Street', Title: 'x' },
        ],
      },
    ];
  if (path.includes('AQAA')) return [200, place];
  if (path.includes('broken')) return [403, { Message: 'no' }, 'AccessDeniedException'];
  return [400, { Message: 'no such place', Reason: 'Other', FieldList: [] }, 'ValidationException'];
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : JSON.parse(text);
}

let server: Server;
let places: typeof import('../../lambdas/aws/amazon-location.ts');
let directory: typeof import('../../lambdas/lookup/calls.ts');
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const one = { path: request.url ?? '', body: await bodyOf(request) };
    heard.push(one);
    if (one.path.includes('silent')) return; // never answered
    const [status, body, error] = answerTo(one);
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(error && { 'x-amzn-errortype': error }),
    });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    ADDRESSES: 'amazon-location',
  });
  places = await import('../../lambdas/aws/amazon-location.ts');
  directory = await import('../../lambdas/lookup/calls.ts');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('Amazon Location', () => {
  it('suggestions show the first line and the rest below it', async () => {
    expect(await places.findAddresses('12 wren', 5)).toEqual([
      {
        id: 'AQAA',
        text: '12 Wren Lane',
        sub_text: 'Quillhaven, MI 00100, United States',
        address_line_1: '12 Wren Lane',
      },
    ]);
    expect(heard.at(-1)?.body).toMatchObject({
      QueryText: '12 wren',
      MaxResults: 5,
      IntendedUse: 'SingleUse',
    });
  });

  it('a chosen address is requested for storage', async () => {
    expect(await places.findAddressById('AQAA')).toEqual({
      id: 'AQAA',
      name: '',
      address_line_1: '12 Wren Lane',
      city: 'Quillhaven',
      state: 'MI',
      zip: '00100',
      country: 'USA',
      aliases: '',
      size: '',
      ceeb: '',
    });
    expect(heard.at(-1)?.path.toLowerCase()).toContain('intended-use=storage');
  });

  it('addresses are looked up there when the setting says so, and fill the same answers as a list [AC-06] [AC-08]', async () => {
    expect(directory.usesAmazonLocation('address')).toBe(true);
    expect(directory.usesAmazonLocation('hs_ceeb')).toBe(false);
    expect(await directory.findRecords('address', '12 wren', 5)).toEqual(
      await places.findAddresses('12 wren', 5),
    );
    expect(await directory.findRecordById('address', 'AQAA')).toEqual({
      text: '12 Wren Lane',
      id: 'AQAA',
      sub_text: 'Quillhaven, MI 00100',
      address_line_1: '12 Wren Lane',
      city: 'Quillhaven',
      state: 'MI',
      state_desc: 'Michigan',
      zip: '00100',
      country: 'USA',
      country_desc: 'United States',
    });
  });

  it('an unknown id is no record, and other errors are thrown', async () => {
    expect(await places.findAddressById('nothing')).toBeUndefined();
    await expect(places.findAddressById('broken')).rejects.toThrow('no');
  });

  it('is given up after two tries of two seconds when it does not answer', async () => {
    await expect(places.findAddressById('silent')).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(heard.filter(({ path }) => path.includes('silent'))).toHaveLength(2);
  });
});
