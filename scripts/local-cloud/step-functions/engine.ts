import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

type Engine = typeof import('aws-local-stepfunctions');
type StateMachine = InstanceType<Engine['StateMachine']>;

/** Loads the engine on the first execution, because loading takes a quarter of a second. */
const engine = (): Engine => require('aws-local-stepfunctions');

/** A state machine from a definition that was validated before. */
export const machineOf = (definition: object): StateMachine =>
  new (engine().StateMachine)(definition as never, { validationOptions: { noValidate: true } });

/**
 * One empty file for each valid definition, in a folder that ends with the installed packages and so with
 * this engine's version.
 */
const valid = join(import.meta.dirname, '../../../node_modules/.cache/state-machines');

/** Throws if a definition is invalid. A check takes a tenth of a second, so the result is cached by text. */
export function requireValid(definition: object): void {
  const mark = join(valid, createHash('sha256').update(JSON.stringify(definition)).digest('hex'));
  if (existsSync(mark)) return;
  // Validation fills in defaults, so it gets a copy. The definition must not depend on whether it was
  // validated.
  new (engine().StateMachine)(structuredClone(definition) as never, {
    validationOptions: { checkArn: false },
  });
  mkdirSync(valid, { recursive: true });
  writeFileSync(mark, '');
}
