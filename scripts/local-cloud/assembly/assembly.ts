import * as z from 'zod/mini';
import { LocalCloudError } from '../error.ts';
import { deploymentOnly, inertTypes } from './inert.ts';
import { Resolver } from './resolve.ts';
import { type Json, type Resource, readStacks, type Stack } from './template.ts';

/** A resource with its names and with values in place of intrinsic functions. */
export interface LocatedResource {
  readonly id: string;
  readonly path: string;
  readonly type: string;
  readonly ref: string;
  readonly arn: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly properties: Json;
  readonly stack: Stack;
}

/** A property of a supported type that has no effect here. The reason is next to it in the schema. */
export const inertResource = z.optional(z.unknown());

/** CloudFormation sometimes writes numbers and booleans as text. */
export const number = z.pipe(z.union([z.number(), z.string()]), z.transform(Number));
export const flag = z.pipe(
  z.union([z.boolean(), z.string()]),
  z.transform((value) => String(value) === 'true'),
);

/** A synthesized cloud assembly. Its resources are resolved, and checked against the supported properties. */
export class Assembly {
  readonly #located: readonly LocatedResource[];
  readonly #assets: ReadonlyMap<string, string>;
  readonly #stacks: readonly Stack[];
  readonly #resolver: Resolver;
  readonly #asked = new Set<string>();

  constructor(directory: string) {
    const stacks = readStacks(directory);
    const resolver = new Resolver(stacks);
    this.#stacks = stacks;
    this.#resolver = resolver;
    this.#assets = new Map(stacks.flatMap((stack) => [...stack.assets]));
    this.#located = stacks.flatMap((stack) =>
      Object.entries(stack.Resources ?? {})
        .filter(([, each]) => each.Condition === undefined || resolver.holds(stack, each.Condition))
        .map(([id, each]) => locate(resolver, stack, id, each)),
    );
  }

  /**
   * The resources of a type. Throws if their properties do not match the schema, which lists everything that
   * is supported.
   */
  of<T>(type: string, schema: z.ZodMiniType<T>): readonly (LocatedResource & { readonly given: T })[] {
    this.#asked.add(type);
    return this.#located
      .filter((each) => each.type === type && !deploymentOnly.test(each.path))
      .map((each) => {
        const parsed = z.safeParse(schema, each.properties);
        if (parsed.success) return { ...each, given: parsed.data };
        const { path, message, ...rest } = parsed.error.issues[0] ?? { path: [], message: 'does not fit' };
        const keys = 'keys' in rest ? `: ${String(rest.keys)}` : '';
        const where = ['', ...path].join('.');
        throw new LocalCloudError(
          `${each.path} (${type}) asks for something the local cloud does not serve at Properties${where}${keys}. ${message}`,
        );
      });
  }

  /** Throws at the first resource whose type is neither supported nor listed in `inertTypes`. */
  refuseUnserved() {
    const unserved = this.#located.find(
      ({ type, path }) =>
        !this.#asked.has(type) && inertTypes[type] === undefined && !deploymentOnly.test(path),
    );
    if (unserved !== undefined) {
      throw new LocalCloudError(
        `${unserved.path} is of type ${unserved.type}, which the local cloud does not serve.`,
      );
    }
  }

  /** Outputs of a stack; undefined if there is no such stack. */
  outputsOf(name: string): Readonly<Record<string, string>> | undefined {
    const stack = this.#stacks.find((each) => each.name === name);
    const outputs = Object.keys(stack?.Outputs ?? {});
    return (
      stack && Object.fromEntries(outputs.map((each) => [each, String(this.#resolver.output(name, each))]))
    );
  }

  /** The folder of an asset, found by the hash that its address in the cloud contains. */
  asset(address: string): string | undefined {
    const hash = /([0-9a-f]{64})/.exec(address)?.[1] ?? '';
    return this.#assets.get(hash);
  }

  /** All resources with Ref, attributes and construct path, for tests and tools. */
  get resources(): readonly LocatedResource[] {
    return this.#located;
  }
}

function locate(resolver: Resolver, stack: Stack, id: string, resource: Resource): LocatedResource {
  const path = String(resource.Metadata?.['aws:cdk:path'] ?? `${stack.name}/${id}`);
  try {
    const { ref, attributes } = resolver.identity(stack, id);
    const isInert = inertTypes[resource.Type] !== undefined || deploymentOnly.test(path);
    const properties = isInert ? {} : resolver.resolve(stack, resource.Properties ?? {});
    return { id, path, type: resource.Type, ref, arn: attributes.Arn ?? ref, attributes, properties, stack };
  } catch (error) {
    if (error instanceof LocalCloudError) throw new LocalCloudError(`${path}: ${error.message}`);
    throw error;
  }
}
