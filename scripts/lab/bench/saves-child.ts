import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';

// A separate process that sends saves, or that is the bare handler with which the product is compared.

export interface Applicant {
  /** Calls leave from this address of the machine. */
  readonly address: string;
  readonly cookie: string;
  /** Separates applicants at the bare handler, which knows no sessions. */
  readonly name: string;
}

export interface Saves {
  /** Saves per second. */
  readonly rate: number;
  /** 99th percentile, in milliseconds. */
  readonly p99: number;
}

/** Writes what a save of two answers writes: a revision, two items of answers, and an audit event. */
async function serveBare(TableName: string) {
  const table = DynamoDBDocumentClient.from(new DynamoDBClient());
  const save = async (name: string, { answer, revision = 0 }: { answer: object; revision?: number }) => {
    const [pk, rev] = [`BARE#${name}`, revision + 1];
    const condition = { ConditionExpression: 'rev = :rev', ExpressionAttributeValues: { ':rev': revision } };
    const answers = Object.entries(answer).map(([sk, value]) => ({ sk, value, rev }));
    const TransactItems = [
      { Put: { TableName, Item: { pk, sk: 'META', rev }, ...(revision > 0 && condition) } },
      ...[...answers, { sk: `AUDIT#${rev}`, keys: Object.keys(answer) }].map((item) => ({
        Put: { TableName, Item: { pk, ...item } },
      })),
    ];
    await table.send(new TransactWriteCommand({ TransactItems }));
    return JSON.stringify({ revision: rev });
  };
  const server = createServer(async (call, response) => {
    response.end(await save(String(call.headers['x-name']), JSON.parse(await text(call))));
  });
  server.listen(0, '127.0.0.1', () =>
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  );
}

const agent = new Agent({ keepAlive: true });

const put = (
  url: string,
  { address, cookie, name }: Applicant,
  body: object,
): Promise<{ revision: number }> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...{ cookie, 'x-name': name, 'content-type': 'application/json' },
      ...{ origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' },
    };
    const options = { method: 'PUT', agent, headers, localAddress: address };
    const call = request(`${url}/api/answer`, options, async (response) => {
      const reply = await text(response);
      if (response.statusCode === 200) resolve(JSON.parse(reply));
      else reject(new Error(`A save failed with ${response.statusCode}: ${reply}`));
    });
    call.on('error', reject).end(JSON.stringify(body));
  });

/** Each applicant saves one pair of answers after the other for some seconds. */
async function drive(url: string, applicants: readonly Applicant[], seconds: number): Promise<Saves> {
  const times: number[] = [];
  const page = crypto.randomUUID();
  const began = performance.now();
  const save = async (applicant: Applicant) => {
    let { revision } = await put(url, applicant, { answer: { first_name: 'A' } });
    for (let number = 1; performance.now() - began < seconds * 1000; number += 1) {
      const answer = { first_name: `Ada ${number}`, last_name: `Lindgren ${number}` };
      const started = performance.now();
      ({ revision } = await put(url, applicant, { answer, revision, order: { page, number } }));
      times.push(performance.now() - started);
    }
  };
  await Promise.all(applicants.map(save));
  const sorted = times.toSorted((one, other) => one - other);
  const rate = (times.length * 1000) / (performance.now() - began);
  return { rate, p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}

const [, , what, place = '', applicants = '[]', seconds] = process.argv;
if (what === 'bare') await serveBare(place);
else {
  console.log(JSON.stringify(await drive(place, JSON.parse(applicants), Number(seconds))));
  agent.destroy();
}
