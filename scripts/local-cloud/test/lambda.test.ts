import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { invoke, withFixture } from './fixture.ts';

const fixture = withFixture();
const call = (event: object, name?: string) => invoke(fixture(), event, name);

describe('Lambda', () => {
  it('invokes a function by name and returns its result', async () => {
    expect(await call({ action: 'echo', word: 'é' })).toEqual({
      error: undefined,
      payload: { action: 'echo', word: 'é' },
    });
  });

  it('names an error of the function itself in a header', async () => {
    expect(await call({ action: 'fail' })).toMatchObject({
      error: 'Unhandled',
      payload: { errorType: 'OnPurpose', errorMessage: 'on purpose' },
    });
  });

  it('rejects a caller without permission, and an unknown function name', async () => {
    const asWorker = { ...fixture(), settings: fixture().asWorker };
    await expect(invoke(asWorker, { action: 'echo' })).rejects.toThrow(/lambda:InvokeFunction/);
    await expect(call({ action: 'echo' }, 'nobody')).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    const unsigned = await fetch(
      `${fixture().cloud.url}/2015-03-31/functions/${fixture().names.worker}/invocations`,
      { method: 'POST', body: '{"action":"echo"}' },
    );
    expect(unsigned.status).toBe(403);
  });
});

describe('Secrets Manager', () => {
  it('keeps the previous value of a secret as its previous version', async () => {
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
