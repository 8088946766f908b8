import { createHmac } from 'node:crypto';
import { environment } from './environment.ts';

const read = new Map<string, Promise<string>>();

async function fetchSecret(arn: string): Promise<string> {
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const { SecretString } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: arn }),
  );
  if (!SecretString) throw new Error(`The secret ${arn} is empty.`);
  return SecretString;
}

/** Read once per cold start; a failed read is tried again by the next call. */
function secret(name: string): Promise<string> {
  const arn = environment(name);
  const known = read.get(arn) ?? fetchSecret(arn);
  read.set(arn, known);
  known.catch(() => read.delete(arn));
  return known;
}

/** What CloudFront adds to every request, so that nobody speaks to the API directly (decision H-06). */
export const originSecret = () => secret('ORIGIN_SECRET_ARN');

/** A name for something private that cannot be turned back: addresses in counters are kept this way (decision D-31). */
export const pseudonym = async (text: string): Promise<string> =>
  createHmac('sha256', await secret('PEPPER_SECRET_ARN'))
    .update(text)
    .digest('base64url');
