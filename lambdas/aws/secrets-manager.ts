import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

const client = new SecretsManagerClient({});

/** Throws `ResourceNotFoundException` if the secret has no such stage. */
export async function readSecret(arn: string, VersionStage?: 'AWSPREVIOUS'): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn, VersionStage }));
  if (!SecretString) throw new Error(`The secret ${arn} is empty.`);
  return SecretString;
}
