import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

// An SDK client describes every shape of its service in one file, `schemas_0.js`, as arrays. Its compiler writes them so that
// esbuild keeps shapes and error classes that no function uses.

/** `n0_registry.registerError(ResourceInUseException$, ResourceInUseException);` */
const registration = /^n0_registry\.registerError\(\w+\$, (\w+)\);\n/gm;
const errorClass = /^export class (\w+) .*?^}/gms;
/** `const _hE = "httpError";` */
const textConstant = /^const (_\w+) = (".*");$/gm;
/** `[_hE]: ` in `{ [_hE]: 400 }` */
const computedKey = /\[(_\w+)\]: /g;

/** Classes that the functions know by more than a name. */
const testedClasses: ReadonlySet<string> = new Set(
  readdirSync(join(root, 'lambdas'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...readFileSync(join(root, 'lambdas', name), 'utf8').matchAll(/instanceof (\w+)/g)])
    .map(([, name = '']) => name),
);

/** Classes that tell the SDK to try again. It knows other errors of that kind by name and status. */
const retryableClasses = (errors: string): ReadonlySet<string> =>
  new Set(
    [...errors.matchAll(errorClass)]
      .filter(([text]) => text.includes('$retryable'))
      .map(([, name = '']) => name),
  );

/**
 * Leaves out the registration of error classes that no function tests with `instanceof`. The SDK throws these errors as
 * its base exception, with the same name, message, and status.
 */
function withoutUnusedErrors(schemas: string, errors: string): string {
  const retryable = retryableClasses(errors);
  return schemas.replace(registration, (line, name: string) =>
    testedClasses.has(name) || retryable.has(name) ? line : '',
  );
}

/** Writes `{ "httpError": 400 }` for `{ [_hE]: 400 }`, because esbuild keeps an unused object that has computed keys. */
function withPlainKeys(schemas: string): string {
  const texts = new Map([...schemas.matchAll(textConstant)].map(([, name, text]) => [name, text]));
  return schemas.replace(computedKey, (key, name: string) =>
    texts.has(name) ? `${texts.get(name)}: ` : key,
  );
}

/**
 * A client's schemas, written so that a bundle has only those that it uses.
 *
 * @param schemas The text of the client's `schemas_0.js`.
 * @param errors The text of its `errors.js`.
 */
export const usedSchemas = (schemas: string, errors: string): string =>
  withPlainKeys(withoutUnusedErrors(schemas, errors));
