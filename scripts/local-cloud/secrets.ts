import { createHash, randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { type Assembly, flag, inertResource, number } from './assembly/assembly.ts';
import { RecordStore } from './files.ts';
import { ServiceError } from './http.ts';
import type { Guard } from './iam/guard.ts';

const secretSchema = z.strictObject({
  Name: inertResource,
  Description: inertResource,
  KmsKeyId: inertResource,
  Tags: inertResource,
  SecretString: z.optional(z.string()),
  GenerateSecretString: z.optional(
    z.strictObject({
      PasswordLength: z.optional(number),
      ExcludeCharacters: z.optional(z.string()),
      ExcludePunctuation: z.optional(flag),
      ExcludeNumbers: z.optional(flag),
      ExcludeLowercase: z.optional(flag),
      ExcludeUppercase: z.optional(flag),
      IncludeSpace: inertResource,
      RequireEachIncludedType: inertResource,
      SecretStringTemplate: z.optional(z.string()),
      GenerateStringKey: z.optional(z.string()),
    }),
  ),
});

const idOf = (arn: string) => createHash('sha256').update(arn).digest('hex');

type Generation = NonNullable<z.infer<typeof secretSchema>['GenerateSecretString']>;

function generate(rules: Generation): string {
  const alphabet = [
    rules.ExcludeLowercase ? '' : 'abcdefghijklmnopqrstuvwxyz',
    rules.ExcludeUppercase ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    rules.ExcludeNumbers ? '' : '0123456789',
    rules.ExcludePunctuation ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
  ].join('');
  const letters = [...alphabet].filter((each) => !rules.ExcludeCharacters?.includes(each));
  const password = Array.from(
    { length: rules.PasswordLength ?? 32 },
    () => letters[randomInt(letters.length)],
  ).join('');
  if (rules.GenerateStringKey === undefined) return password;
  return JSON.stringify({
    ...JSON.parse(rules.SecretStringTemplate ?? '{}'),
    [rules.GenerateStringKey]: password,
  });
}

interface Secret {
  readonly arn: string;
  readonly name: string;
  readonly value: string;
  /** The value before the newest one, once there was one. */
  readonly previous?: string;
}

interface Input {
  readonly SecretId?: string;
  readonly VersionStage?: string;
  readonly SecretString?: string;
}

const absent = new ServiceError(
  'ResourceNotFoundException',
  "Secrets Manager can't find the specified secret.",
);

/** Secrets Manager. A secret is created when an assembly first contains it, and then kept. */
export class Secrets {
  readonly #secrets = new Map<string, Secret>();
  readonly #records: RecordStore<Secret>;
  readonly #guard: Guard;

  constructor(assembly: Assembly, guard: Guard, folder: string) {
    this.#guard = guard;
    this.#records = new RecordStore<Secret>(folder);
    for (const { ref, given } of assembly.of('AWS::SecretsManager::Secret', secretSchema)) {
      const name = ref.replace(/^.*:secret:/, '').replace(/-[^-]{6}$/, '');
      const make = () => ({
        arn: ref,
        name,
        value: given.SecretString ?? generate(given.GenerateSecretString ?? {}),
      });
      this.#keep(this.#records.get(idOf(ref)) ?? make());
    }
  }

  call(caller: string, operation: string, input: Input): object {
    const serve = this.#operations[operation];
    if (serve === undefined)
      throw new ServiceError('UnknownOperationException', `${operation} is not served here.`);
    const { SecretId = '' } = input;
    const secret = this.#secrets.get(SecretId);
    this.#guard.require(caller, {
      action: `secretsmanager:${operation}`,
      resource: secret?.arn ?? SecretId,
    });
    if (secret === undefined) throw absent;
    return { ARN: secret.arn, Name: secret.name, VersionId: crypto.randomUUID(), ...serve(secret, input) };
  }

  readonly #operations: Readonly<Record<string, (secret: Secret, input: Input) => object>> = {
    GetSecretValue: ({ value, previous }, { VersionStage = 'AWSCURRENT' }) => {
      const SecretString = { AWSCURRENT: value, AWSPREVIOUS: previous }[VersionStage];
      if (SecretString === undefined) throw absent;
      return { SecretString, VersionStages: [VersionStage] };
    },
    PutSecretValue: ({ value, ...secret }, { SecretString = '' }) => {
      this.#keep({ ...secret, value: SecretString, previous: value });
      return { VersionStages: ['AWSCURRENT'] };
    },
  };

  #keep(secret: Secret) {
    this.#records.put(idOf(secret.arn), secret);
    this.#secrets.set(secret.arn, secret);
    this.#secrets.set(secret.name, secret);
  }

  /** The newest value of a secret, by its ARN or name. */
  valueOf(id: string): string | undefined {
    return this.#secrets.get(id)?.value;
  }

  /** Fills in CloudFormation's dynamic references, `{{resolve:secretsmanager:...}}`. */
  resolve(text: string): string {
    return text.replace(
      /\{\{resolve:secretsmanager:(arn:[^:]+:secretsmanager:[^:]*:[^:]*:secret:[^:}]+|[^:}]+)(?::SecretString)?(?::([^:}]*))?(?::[^:}]*)*\}\}/g,
      (whole, id: string, key?: string) => {
        const value = this.#secrets.get(id)?.value;
        if (value === undefined) return whole;
        return key ? String(JSON.parse(value)[key]) : value;
      },
    );
  }
}
