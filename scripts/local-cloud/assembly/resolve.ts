import { LocalCloudError } from '../error.ts';
import { account, type Identity, identify } from './identity.ts';
import type { Json, JsonObject, Stack } from './template.ts';

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: Json): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new LocalCloudError(`A text was expected instead of ${JSON.stringify(value)}.`);
};

const nothing = Symbol('AWS::NoValue');
type Resolved = Json | typeof nothing;
const isPresent = (value: Resolved): value is Json => value !== nothing;

const listOf = (value: Json): readonly Json[] => {
  if (Array.isArray(value)) return value;
  throw new LocalCloudError(`A list was expected instead of ${JSON.stringify(value)}.`);
};

/** Resolves CloudFormation's intrinsic functions across all stacks of an assembly. */
export class Resolver {
  readonly #stacks: ReadonlyMap<string, Stack>;
  readonly #identities = new Map<string, Identity>();

  constructor(stacks: readonly Stack[]) {
    this.#stacks = new Map(stacks.map((stack) => [stack.name, stack]));
  }

  identity(stack: Stack, id: string): Identity {
    const key = `${stack.name}/${id}`;
    const known = this.#identities.get(key);
    if (known !== undefined) return known;
    const resource = stack.Resources?.[id];
    if (resource === undefined)
      throw new LocalCloudError(`${stack.name} refers to ${id}, which it does not contain.`);
    const property = (name: string) => {
      const value = resource.Properties?.[name];
      return value === undefined ? undefined : this.resolve(stack, value);
    };
    const identity = identify(resource.Type, { stack: stack.name, region: stack.region, id, property });
    this.#identities.set(key, identity);
    return identity;
  }

  resolve(stack: Stack, value: Json): Json {
    const resolved = this.#resolve(stack, value);
    return resolved === nothing ? null : resolved;
  }

  #resolve(stack: Stack, value: Json): Resolved {
    if (Array.isArray(value)) {
      return value.map((each) => this.#resolve(stack, each)).filter(isPresent);
    }
    if (!isObject(value)) return value;
    const entries = Object.entries(value);
    const [name, argument] = entries[0] ?? [];
    if (entries.length === 1 && name !== undefined && argument !== undefined) {
      if (name === 'Ref') return this.#ref(stack, textOf(argument));
      if (name.startsWith('Fn::')) return this.#call(stack, name, argument);
    }
    const members = entries.flatMap(([key, each]) => {
      const resolved = this.#resolve(stack, each);
      return isPresent(resolved) ? [[key, resolved] as const] : [];
    });
    return Object.fromEntries(members);
  }

  #call(stack: Stack, name: string, argument: Json): Resolved {
    const intrinsic = this.#intrinsics[name];
    if (intrinsic === undefined)
      throw new LocalCloudError(`${stack.name} uses ${name}, which the local cloud cannot resolve.`);
    return intrinsic(stack, argument);
  }

  readonly #intrinsics: Readonly<Record<string, (stack: Stack, argument: Json) => Resolved>> = {
    'Fn::GetAtt': (stack, argument) => {
      const [id = '', ...rest] =
        typeof argument === 'string' ? argument.split('.') : listOf(argument).map(textOf);
      return this.#attribute(stack, id, rest.join('.'));
    },
    'Fn::Join': (stack, argument) => {
      const [separator = '', parts = []] = listOf(argument);
      return listOf(this.resolve(stack, parts)).map(textOf).join(textOf(separator));
    },
    'Fn::Select': (stack, argument) => {
      const [index, list = []] = listOf(argument);
      return listOf(this.resolve(stack, list))[Number(index)] ?? null;
    },
    'Fn::GetAZs': (stack) => ['a', 'b', 'c'].map((letter) => `${stack.region}${letter}`),
    'Fn::Split': (stack, argument) => {
      const [separator = '', text = ''] = listOf(argument);
      return textOf(this.resolve(stack, text)).split(textOf(separator));
    },
    'Fn::Sub': (stack, argument) => this.#substitute(stack, argument),
    'Fn::FindInMap': (stack, argument) => {
      const [map, first, second] = listOf(argument).map((each) => textOf(this.resolve(stack, each)));
      const found = stack.Mappings?.[map ?? '']?.[first ?? '']?.[second ?? ''];
      if (found === undefined)
        throw new LocalCloudError(`${stack.name} has no mapping ${map}.${first}.${second}.`);
      return found;
    },
    'Fn::If': (stack, argument) => {
      const [condition = '', yes = null, no = null] = listOf(argument);
      return this.#resolve(stack, this.holds(stack, textOf(condition)) ? yes : no);
    },
    'Fn::GetStackOutput': (stack, argument) => {
      const named = this.resolve(stack, argument);
      const { StackName = '', OutputName = '' } = isObject(named) ? named : {};
      return this.output(textOf(StackName), textOf(OutputName));
    },
    'Fn::Base64': (stack, argument) => Buffer.from(textOf(this.resolve(stack, argument))).toString('base64'),
    'Fn::Equals': (stack, argument) => {
      const [left, right] = listOf(argument).map((each) => JSON.stringify(this.resolve(stack, each)));
      return left === right;
    },
    'Fn::Not': (stack, argument) => !this.#truth(stack, listOf(argument)[0] ?? false),
    'Fn::And': (stack, argument) => listOf(argument).every((each) => this.#truth(stack, each)),
    'Fn::Or': (stack, argument) => listOf(argument).some((each) => this.#truth(stack, each)),
  };

  /** Evaluates one of the template's conditions. */
  holds(stack: Stack, name: string): boolean {
    const condition = stack.Conditions?.[name];
    if (condition === undefined)
      throw new LocalCloudError(`${stack.name} names an unknown condition, ${name}.`);
    return this.#truth(stack, condition);
  }

  #truth(stack: Stack, value: Json): boolean {
    if (isObject(value) && typeof value.Condition === 'string') return this.holds(stack, value.Condition);
    return this.resolve(stack, value) === true;
  }

  #ref(stack: Stack, name: string): Resolved {
    if (name === 'AWS::NoValue') return nothing;
    const pseudo: Record<string, string> = {
      'AWS::AccountId': account,
      'AWS::Region': stack.region,
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': 'amazonaws.com',
      'AWS::StackName': stack.name,
      'AWS::StackId': `arn:aws:cloudformation:${stack.region}:${account}:stack/${stack.name}/local`,
    };
    if (pseudo[name] !== undefined) return pseudo[name];
    const parameter = stack.Parameters?.[name];
    if (parameter !== undefined) return parameter.Default ?? '';
    return this.identity(stack, name).ref;
  }

  #attribute(stack: Stack, id: string, name: string): string {
    const { ref, attributes } = this.identity(stack, id);
    return attributes[name] ?? `${ref}.${name}`;
  }

  #substitute(stack: Stack, argument: Json): string {
    const [text = '', own = {}] = Array.isArray(argument) ? argument : [argument];
    return textOf(text).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal === '!') return `\${${name}}`;
      const local = isObject(own) ? own[name] : undefined;
      if (local !== undefined) return textOf(this.resolve(stack, local));
      const [id = '', ...rest] = name.split('.');
      if (rest.length > 0) return this.#attribute(stack, id, rest.join('.'));
      const value = this.#ref(stack, name);
      return isPresent(value) ? textOf(value) : '';
    });
  }

  output(stackName: string, outputName: string): Json {
    const stack = this.#stacks.get(stackName);
    const output = stack?.Outputs?.[outputName];
    if (stack === undefined || output === undefined) {
      throw new LocalCloudError(`The assembly has no output ${outputName} of stack ${stackName}.`);
    }
    return this.resolve(stack, output.Value);
  }
}
