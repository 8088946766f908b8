// The function of the local cloud's tests: its event or path names what it does.
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';

const table = new DynamoDBClient({ maxAttempts: 1 });
let calls = 0;
const hoard = [];

const customMessage = (event) => {
  const emailMessage = `${event.triggerSource} ${event.request.codeParameter}`;
  return { ...event, response: { ...event.response, emailSubject: 'Code', emailMessage } };
};

const actions = {
  echo: (event) => event,
  count: () => ({ calls: ++calls }),
  fail: () => {
    throw Object.assign(new Error('on purpose'), { name: 'OnPurpose' });
  },
  crash: () => process.exit(3),
  slow: () => new Promise((resolve) => setTimeout(resolve, 5000)),
  hoard: ({ megabytes }) => {
    hoard.push(Buffer.alloc(megabytes * 1024 * 1024, 1));
    return { calls: ++calls };
  },
  large: ({ bytes }) => 'x'.repeat(bytes),
  environment: () => ({
    greeting: process.env.GREETING,
    key: process.env.AWS_ACCESS_KEY_ID,
    parent: process.env.ONLY_IN_PARENT,
  }),
  log: () => {
    console.warn({ event: 'hello' });
    console.log(JSON.stringify({ event: 'encoded twice' }));
    return {};
  },
  read: async () => {
    const Key = { pk: { S: 'APP#1' }, sk: { S: 'META' } };
    const found = await table.send(new GetItemCommand({ TableName: process.env.TABLE_NAME, Key }));
    return found.Item ?? {};
  },
};

export const handler = async (event) => {
  if (event.triggerSource) return customMessage(event);
  const name = event.action ?? event.rawPath?.split('/').at(-1) ?? 'echo';
  try {
    return await actions[name](event);
  } catch (error) {
    if (event.action || name === 'fail') throw error;
    return { statusCode: 502, body: JSON.stringify({ name: error.name, message: error.message }) };
  }
};
