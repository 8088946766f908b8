import { createHash, randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { type Assembly, flag, inert, number } from './assembly/assembly.ts';
import { Records } from './files.ts';
import { ServiceError } from './http.ts';
import type { Guard } from './iam/guard.ts';

const secretSchema = z.strictObject({
  Name: inert,
  Description: inert,
  KmsKeyId: inert,
  Tags: inert,
  SecretString: z.optional(z.string()),
  GenerateSecretString: z.optional(
    z.strictObject({
      PasswordLength: z.optional(number),
      ExcludeCharacters: z.optional(z.string()),
      ExcludePunctuation: z.optional(flag),
      ExcludeNumbers: z.optional(flag),
      ExcludeLowercase: z.optional(flag),
      ExcludeUppercase: z.optional(flag),
      IncludeSpace: inert,
      RequireEachIncludedType: inert,
      SecretStringTemplate: z.optional(z.string()),
      GenerateStringKey: z.optional(z.string()),
    }),
  ),
});

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
}

/** Secrets Manager: secrets are made once, when they are first asked for by an assembly, and kept. */
export class Secrets {
  readonly #secrets = new Map<string, Secret>();
  readonly #guard: Guard;

  constructor(assembly: Assembly, guard: Guard, folder: string) {
    this.#guard = guard;
    const records = new Records<Secret>(folder);
    for (const { ref, given } of assembly.of('AWS::SecretsManager::Secret', secretSchema)) {
      const id = createHash('sha256').update(ref).digest('hex');
      const name = ref.replace(/^.*:secret:/, '').replace(/-[^-]{6}$/, '');
      const make = () => ({
        arn: ref,
        name,
        value: given.SecretString ?? generate(given.GenerateSecretString ?? {}),
      });
      const secret = records.get(id) ?? records.put(id, make());
      this.#secrets.set(ref, secret);
      this.#secrets.set(name, secret);
    }
  }

  call(caller: string, operation: string, { SecretId = '' }: { readonly SecretId?: string }): object {
    if (operation !== 'GetSecretValue')
      throw new ServiceError('UnknownOperationException', `${operation} is not served here.`);
    const secret = this.#secrets.get(SecretId);
    this.#guard.require(caller, {
      action: 'secretsmanager:GetSecretValue',
      resource: secret?.arn ?? SecretId,
    });
    if (secret === undefined)
      throw new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    const { arn, name, value } = secret;
    return {
      ARN: arn,
      Name: name,
      SecretString: value,
      VersionId: crypto.randomUUID(),
      VersionStages: ['AWSCURRENT'],
    };
  }

  /** Fills in CloudFormation's dynamic references, `{{resolve:secretsmanager:...}}`. */
  resolve(text: string): string {
    return text.replace(
      /\{\{resolve:secretsmanager:(arn:[^:]+:secretsmanager:[^:]*:[^:]*:secret:[^:}]+|[^:}]+)(?::SecretString)?(?::([^:}]*))?(?::[^:}]*)*\}\}/g,
      (whole, id: string, key?: string) => {
        const value = this.#secrets.get(id)?.value;
        if (value === undefined) return whole;
        return key ? String((JSON.parse(value) as Record<string, unknown>)[key]) : value;
      },
    );
  }
}
