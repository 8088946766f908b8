import {
  type CallerProof,
  commandDigest,
  commandHeader,
  identityCall,
} from '../../shared/api/caller-proof.ts';
import { environment } from '../runtime/environment.ts';
import { ApiError } from '../runtime/errors.ts';

/** Milliseconds. STS responds in a tenth of a second. */
const stsTimeoutMs = 5_000;

const unproven = (why: string) =>
  new ApiError('forbidden', `AWS could not verify the sender of this command: ${why}. Nothing was done.`);

const signedHeadersOf = ({ authorization = '' }: CallerProof): readonly string[] =>
  /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];

/**
 * The host and the length are set by fetch. AWS checks the signature over them, so a call signed for another
 * host fails.
 */
const sentByFetch = ['host', 'content-length'];

/** STS of the function's own region; the SDK's variable points to another endpoint in the local cloud. */
const endpoint = () =>
  process.env.AWS_ENDPOINT_URL ?? `https://sts.${environment('AWS_REGION')}.amazonaws.com`;

async function askSts(proof: CallerProof): Promise<string> {
  const signed = signedHeadersOf(proof).filter((name) => !sentByFetch.includes(name));
  const headers = Object.fromEntries(['authorization', ...signed].map((name) => [name, proof[name] ?? '']));
  try {
    const response = await fetch(`${endpoint()}/`, {
      ...{ method: 'POST', headers, body: identityCall },
      ...{ redirect: 'error', signal: AbortSignal.timeout(stsTimeoutMs) },
    });
    return await response.text();
  } catch (cause) {
    throw new ApiError(
      'unavailable',
      'AWS could not be reached to verify the sender of this command. Try again.',
      { cause },
    );
  }
}

/**
 * The ARN of the AWS identity that signed a proof, as AWS names it. Throws an ApiError if the proof is for
 * another function or command, or if AWS rejects it.
 */
export async function callerIdentity(
  proof: CallerProof,
  functionName: string,
  command: unknown,
): Promise<string> {
  const digest = await commandDigest(functionName, command);
  if (!signedHeadersOf(proof).includes(commandHeader) || proof[commandHeader] !== digest)
    throw unproven('its signature is for another command');
  const text = await askSts(proof);
  const arn = /<Arn>(arn:[^<]{1,600})<\/Arn>/.exec(text)?.[1];
  if (arn === undefined) throw unproven(/<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? 'it rejects the signature');
  return arn;
}
