import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { withFixture } from './fixture.ts';

const fixture = withFixture();
const invoke = async (
  event: object,
  settings = fixture().settings,
  FunctionName = fixture().names.worker,
) => {
  const heard = await new LambdaClient(settings).send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
  );
  return { error: heard.FunctionError, said: JSON.parse(new TextDecoder().decode(heard.Payload)) };
};

describe('Lambda', () => {
  it('calls a function by its name and gives back what it answers', async () => {
    expect(await invoke({ deed: 'echo', word: 'é' })).toEqual({
      error: undefined,
      said: { deed: 'echo', word: 'é' },
    });
  });

  it('says in a header that the function itself failed', async () => {
    expect(await invoke({ deed: 'fail' })).toMatchObject({
      error: 'Unhandled',
      said: { errorType: 'OnPurpose', errorMessage: 'on purpose' },
    });
  });

  it('refuses whoever has no permission to call it, and a name that is none', async () => {
    await expect(invoke({ deed: 'echo' }, fixture().asWorker)).rejects.toThrow(/lambda:InvokeFunction/);
    await expect(invoke({ deed: 'echo' }, fixture().settings, 'nobody')).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    const unsigned = await fetch(
      `${fixture().cloud.url}/2015-03-31/functions/${fixture().names.worker}/invocations`,
      { method: 'POST', body: '{"deed":"echo"}' },
    );
    expect(unsigned.status).toBe(403);
  });
});

describe('Secrets Manager', () => {
  it('keeps the value before the newest one, once there was one', async () => {
    const { settings, names } = fixture();
    const client = new SecretsManagerClient(settings);
    const read = async (VersionStage?: string) =>
      (await client.send(new GetSecretValueCommand({ SecretId: names.secret, VersionStage }))).SecretString;
    const put = (SecretString: string) =>
      client.send(new PutSecretValueCommand({ SecretId: names.secret, SecretString }));
    const first = await read();
    await expect(read('AWSPREVIOUS')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await put('second');
    expect([await read(), await read('AWSPREVIOUS')]).toEqual(['second', first]);
    await put('third');
    expect([await read('AWSCURRENT'), await read('AWSPREVIOUS')]).toEqual(['third', 'second']);
  });
});
