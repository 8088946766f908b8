import { UsageError } from '../command-line/usage-error.ts';

interface Explanation {
  readonly detail: string;
  readonly remedy: string;
}

interface Kind {
  /** Names or system codes of errors. */
  readonly names: readonly string[];
  readonly explain: (permission: string, region: string) => Explanation;
}

const logIn = 'Log in to AWS again (aws sso login, or new keys), and check with: aws sts get-caller-identity';

const reads = /:(Get|List|Describe|Scan|Query|BatchGet)/;

/**
 * Errors of AWS and of the network when a read fails. Their own messages are omitted, because they may quote
 * a request.
 */
const kinds: readonly Kind[] = [
  {
    names: ['ExpiredToken', 'ExpiredTokenException', 'RequestExpired', 'TokenRefreshRequired'],
    explain: () => ({ detail: 'your AWS credentials have expired', remedy: logIn }),
  },
  {
    names: ['CredentialsProviderError', 'TokenProviderError'],
    explain: () => ({ detail: 'there are no AWS credentials', remedy: logIn }),
  },
  {
    names: [
      'InvalidClientTokenId',
      'UnrecognizedClientException',
      'SignatureDoesNotMatch',
      'InvalidSignatureException',
      'IncompleteSignature',
      'MissingAuthenticationToken',
    ],
    explain: () => ({ detail: 'AWS does not accept your credentials', remedy: logIn }),
  },
  {
    names: ['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation', 'AuthorizationErrorException'],
    explain: (permission) => {
      const [verb, policy] = reads.test(permission)
        ? ['read', ', for example by the policy ReadOnlyAccess']
        : ['do', ''];
      return {
        detail: `your AWS credentials may not ${verb} this: ${permission} is denied`,
        remedy: `Ask the administrator of the account for ${permission}${policy}.`,
      };
    },
  },
  {
    names: ['OptInRequired', 'SubscriptionRequiredException', 'RegionDisabledException'],
    explain: (_, region) => ({
      detail: `this account has not enabled the service or the region ${region}`,
      remedy: `Enable it in the console, or set another region in deployments.ts: aws account get-region-opt-status --region-name ${region}`,
    }),
  },
  {
    names: ['ENOTFOUND', 'EAI_AGAIN', 'UnknownOperationException', 'InvalidAction'],
    explain: (permission, region) => ({
      detail: `${permission.split(':')[0]} cannot be found in the region ${region}`,
      remedy:
        'If other checks answer, the region does not offer this service: set another region in deployments.ts. Otherwise check the network.',
    }),
  },
  {
    names: ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'TimeoutError', 'NetworkingError', 'EPIPE'],
    explain: () => ({
      detail: 'AWS cannot be reached',
      remedy: 'Check the network, the proxy, and AWS_ENDPOINT_URL, which should not be set.',
    }),
  },
  {
    names: [
      'Throttling',
      'ThrottlingException',
      'TooManyRequestsException',
      'ServiceUnavailable',
      'InternalFailure',
      'InternalServerError',
      'ServiceException',
    ],
    explain: () => ({
      detail: 'AWS is busy and did not answer',
      remedy: 'Run the command again in a minute.',
    }),
  },
];

const codesOf = (error: Error): readonly string[] => [
  error.name,
  ...('code' in error ? [String(error.code)] : []),
  ...('Code' in error ? [String(error.Code)] : []),
];

/** Explanation of an AWS error, with the fix; undefined for any other error. */
export function explainAwsError(
  error: unknown,
  permission: string | undefined,
  region: string,
): Explanation | undefined {
  if (!(error instanceof Error) || permission === undefined) return undefined;
  const codes = codesOf(error);
  const kind = kinds.find(({ names }) => names.some((name) => codes.includes(name)));
  if (kind !== undefined) return kind.explain(permission, region);
  if (!('$metadata' in error)) return undefined;
  return {
    detail: `${permission} failed: ${error.name}: ${error.message}`,
    remedy: 'Run the command again. If it fails again, the AWS documentation of this call lists its errors.',
  };
}

/** Makes an AWS call. An AWS error becomes a usage error with the fix. */
export async function readAws<T>(permission: string, region: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const explained = explainAwsError(cause, permission, region);
    if (explained === undefined) throw cause;
    const { detail, remedy } = explained;
    throw new UsageError(`${detail.charAt(0).toUpperCase()}${detail.slice(1)}. ${remedy}`, { cause });
  }
}

/** A stack. Throws a usage error if it does not exist, which CloudFormation reports as a validation error. */
export const readStack = <T>(stack: string, permission: string, region: string, read: () => Promise<T>) =>
  readAws(permission, region, () =>
    read().catch((error: unknown) => {
      if (error instanceof Error && error.name === 'ValidationError')
        throw new UsageError(`There is no stack ${stack} in ${region}: deploy it first.`);
      throw error;
    }),
  );
