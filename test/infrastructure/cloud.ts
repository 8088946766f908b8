import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect } from 'vitest';
import { ApplicationStage } from '../../lib/application-stage.ts';
import { type Deployment, deploymentNamed } from '../../lib/config/index.ts';

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

const synthesized = new Map<string, readonly Resource[]>();

/** Every resource of a deployment, which is synthesized once for all tests of a process. */
export function cloudOf(deployment: Deployment): readonly Resource[] {
  const name = JSON.stringify(deployment);
  const resources = synthesized.get(name) ?? fromStacks(deployment, (stacks) => stacks.flatMap(resourcesOf));
  synthesized.set(name, resources);
  return resources;
}

/** The outputs that `cdk deploy` prints at the end, by name, if production has these settings. */
export const outputs = (
  changes: Partial<Deployment>,
): Readonly<Record<string, { readonly Value: unknown }>> =>
  fromStacks({ ...deploymentNamed('prod'), ...changes }, (stacks) =>
    Object.assign({}, ...stacks.map((stack) => Template.fromStack(stack).toJSON().Outputs)),
  );

/** The names of the exports of production's stacks. */
export const exportNames = (): readonly string[] =>
  fromStacks(deploymentNamed('prod'), (stacks) =>
    stacks.flatMap((stack) =>
      Object.values<{ readonly Export?: { readonly Name: string } }>(
        Template.fromStack(stack).toJSON().Outputs ?? {},
      ),
    ),
  ).flatMap(({ Export }) => Export?.Name ?? []);

/** Every resource of a type. Fails if there is none, because every rule is true for an empty list. */
export function resourcesOfType(type: string, among: readonly Resource[]): readonly Resource[] {
  const found = among.filter((each) => each.type === type);
  expect(found.length, `resources of type ${type}`).toBeGreaterThan(0);
  return found;
}

/** Reads the stacks of a deployment. CDK need not copy the functions for that, and its output is removed. */
function fromStacks<Found>(deployment: Deployment, read: (stacks: readonly Stack[]) => Found): Found {
  return inFolder((outdir) => {
    const app = new App({
      outdir,
      context: { ...context, 'aws:cdk:enable-path-metadata': true, 'aws:cdk:disable-asset-staging': true },
    });
    const stage = new ApplicationStage(app, deployment);
    return read(stage.node.children.filter((child) => Stack.isStack(child)));
  });
}

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

const resourcesOf = (stack: Stack): readonly Resource[] =>
  Object.entries<Record<string, unknown>>(Template.fromStack(stack).toJSON().Resources).map(([id, each]) => ({
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
