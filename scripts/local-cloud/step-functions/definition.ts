import { LocalCloudError } from '../error.ts';
import { requireValid } from './engine.ts';

export interface State {
  readonly Type: string;
  readonly Retry?: readonly unknown[];
  readonly Resource?: string;
  readonly Branches?: readonly Definition[];
  readonly ItemProcessor?: Definition;
  readonly Iterator?: Definition;
}

/** A state machine in Amazon States Language. */
export interface Definition {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
  readonly QueryLanguage?: string;
}

const refusedKeys = ['Assign', 'Arguments', 'Output', 'ItemReader', 'ResultWriter', 'Credentials'];
const servedResource =
  /^arn:aws:states:::lambda:invoke$|^arn:aws:lambda:|^arn:aws:states:::aws-sdk:transfer:/;

/** Throws for features that the engine would silently run wrongly, with the name of the state. */
export function checkDefinition(path: string, definition: Definition): Definition {
  if ((definition.QueryLanguage ?? 'JSONPath') !== 'JSONPath') {
    throw new LocalCloudError(
      `${path} uses ${definition.QueryLanguage}; the local cloud runs JSONPath machines only.`,
    );
  }
  for (const [name, state] of Object.entries(definition.States)) {
    const refused = refusedKeys.find((key) => key in state);
    if (refused !== undefined)
      throw new LocalCloudError(
        `${path} uses ${refused} in the state ${name}, which the local cloud does not serve.`,
      );
    if (state.Type === 'Task' && !servedResource.test(state.Resource ?? '')) {
      throw new LocalCloudError(
        `${path} calls ${state.Resource} in the state ${name}, which the local cloud does not serve.`,
      );
    }
    for (const inner of innerOf(state)) checkDefinition(path, inner);
  }
  return definition;
}

/** Reads a definition from a template. Throws if it is not text or if the engine rejects it. */
export function readDefinition(path: string, text: string): Definition {
  const definition = checkDefinition(path, JSON.parse(text));
  try {
    requireValid(definition);
  } catch (error) {
    throw new LocalCloudError(
      `${path} is no valid state machine: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return definition;
}

const innerOf = ({ Branches = [], ItemProcessor, Iterator }: State): readonly Definition[] =>
  [...Branches, ItemProcessor, Iterator].filter((each) => each !== undefined);

/** All states with their names, including those inside Parallel and Map. */
export const statesOf = (definition: Definition): readonly [string, State][] =>
  Object.entries(definition.States).flatMap(([name, state]) => [
    [name, state] satisfies [string, State],
    ...innerOf(state).flatMap(statesOf),
  ]);
