import * as z from 'zod/mini';

// Lambda does not tell a function its caller. So a command carries a call of sts:GetCallerIdentity that its
// sender has signed and not sent. The function sends it, and AWS responds with the name of the signer.

/** The body of the call. It is fixed, so a function sends no other call. */
export const identityCall = 'Action=GetCallerIdentity&Version=2011-06-15';

/**
 * The signed header that binds a proof to one command of one function, so that it proves nothing elsewhere.
 */
export const commandHeader = 'x-matricula-command';

/** The value of that header: a SHA-256 in hexadecimal digits. */
export async function commandDigest(functionName: string, command: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(`${functionName}\n${JSON.stringify(command)}`);
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/** The headers of the signed call, in lower case. */
export const callerProof = z.record(z.string(), z.string().check(z.maxLength(8_192)));
export type CallerProof = z.output<typeof callerProof>;
