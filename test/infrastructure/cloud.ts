import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, expect } from 'vitest';
import { ApplicationStage } from '../../lib/application-stage.ts';
import { type Deployment, deploymentNamed } from '../../lib/config/index.ts';
import { ensureBuilt, withBuildLock } from '../../scripts/build/index.ts';

export interface Resource {
  readonly stack: string;
  readonly id: string;
  /** Its path in the construct tree, below its stage. */
  readonly path: string;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: templates are read as they come
  readonly properties: any;
  readonly deletionPolicy: string | undefined;
  /** The ids of the resources in its stack that CloudFormation creates before it. */
  readonly after: readonly string[];
}

const root = join(import.meta.dirname, '../..');
/** The context in cdk.json. */
export const context = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context;

/** Every resource of production, optionally with other settings. */
export const cloud = (changes: Partial<Deployment> = {}) =>
  cloudOf({ ...deploymentNamed('prod'), ...changes });

/** The resources of production, with these settings, for the tests of a file. */
export function production(changes: Partial<Deployment> = {}) {
  beforeAll(() => withBuildLock(ensureBuilt));
  const resources = () => cloud(changes);
  const all = (type: string) => resourcesOfType(type, resources());
  const only = (type: string) => {
    expect(all(type)).toHaveLength(1);
    return all(type)[0]?.properties;
  };
  return { resources, all, only };
}

interface Output {
  readonly Value: unknown;
  readonly Export?: { readonly Name: string };
}
export interface SynthesizedStack {
  readonly name: string;
  readonly region: string;
  readonly outputs: Readonly<Record<string, Output>>;
  readonly template: object;
}
interface Synthesized {
  readonly resources: readonly Resource[];
  readonly stacks: readonly SynthesizedStack[];
}
const synthesized = new Map<string, Synthesized>();

/** A deployment, which is synthesized once for all tests of a process. */
function templatesOf(deployment: Deployment): Synthesized {
  const name = JSON.stringify(deployment);
  const found = synthesized.get(name) ?? synthesize(deployment);
  synthesized.set(name, found);
  return found;
}

/** Every resource of a deployment. */
export const cloudOf = (deployment: Deployment) => templatesOf(deployment).resources;

/** The outputs that `cdk deploy` prints at the end, by name, if production has these settings. */
export const outputs = (changes: Partial<Deployment>): Readonly<Record<string, Output>> =>
  Object.assign({}, ...stacksOf(changes).map((each) => each.outputs));

/** The arguments of every call of an intrinsic function inside a value. */
export function callsOf(name: string, value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, of]) => (key === name ? [of] : callsOf(name, of)));
}

/** The stacks of production, if it has these settings. */
export const stacksOf = (changes: Partial<Deployment>): readonly SynthesizedStack[] =>
  templatesOf({ ...deploymentNamed('prod'), ...changes }).stacks;

/** Every resource of a type. Fails if there is none, because every rule is true for an empty list. */
export function resourcesOfType(type: string, among: readonly Resource[]): readonly Resource[] {
  const found = among.filter((each) => each.type === type);
  expect(found.length, `resources of type ${type}`).toBeGreaterThan(0);
  return found;
}

/** Synthesizes a deployment. CDK need not copy the functions for that, and its output is removed. */
const synthesize = (deployment: Deployment): Synthesized =>
  inFolder((outdir) => {
    const app = new App({
      outdir,
      context: { ...context, 'aws:cdk:enable-path-metadata': true, 'aws:cdk:disable-asset-staging': true },
    });
    const stage = new ApplicationStage(app, deployment);
    const stacks = stage.node.children.filter((child) => Stack.isStack(child));
    const templates = stacks.map((stack) => ({ stack, template: Template.fromStack(stack).toJSON() }));
    return {
      resources: templates.flatMap(({ stack, template }) => resourcesOf(stack, template.Resources)),
      stacks: templates.map(({ stack, template }) => ({
        name: stack.stackName,
        region: stack.region,
        outputs: template.Outputs ?? {},
        template,
      })),
    };
  });

/**
 * Runs `use` with a temporary folder for CDK, and deletes it. Without one, CDK creates a folder and leaves it
 * there.
 */
export function inFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'matricula-cdk-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const resourcesOf = (
  stack: Stack,
  resources: Readonly<Record<string, Record<string, unknown>>>,
): readonly Resource[] =>
  Object.entries(resources).map(([id, each]) => ({
    stack: stack.node.id,
    id,
    path: pathOf(each.Metadata),
    type: String(each.Type),
    properties: each.Properties ?? {},
    deletionPolicy: each.DeletionPolicy as string | undefined,
    after: [each.DependsOn ?? []].flat().map(String).concat(referencesIn(each.Properties)),
  }));

/** The logical ids that a value refers to by Ref or Fn::GetAtt. */
function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, of]) =>
    key === 'Ref' || key === 'Fn::GetAtt' ? [String([of].flat()[0])] : referencesIn(of),
  );
}

const pathOf = (metadata: unknown) =>
  String((metadata as Record<string, unknown> | undefined)?.['aws:cdk:path'] ?? '').replace(/^[^/]+\//, '');
