import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Assembly, flag, inertResource } from '../assembly/assembly.ts';
import { run, type Store } from './engine.ts';

const keySchema = z.array(z.strictObject({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

const index = z.strictObject({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.strictObject({
    ProjectionType: z.optional(z.string()),
    NonKeyAttributes: z.optional(z.array(z.string())),
  }),
  WriteProvisionedThroughputSettings: inertResource,
  ProvisionedThroughput: inertResource,
});

const table = z.strictObject({
  TableName: z.optional(z.string()),
  AttributeDefinitions: z.array(z.strictObject({ AttributeName: z.string(), AttributeType: z.string() })),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: z.optional(z.array(index)),
  LocalSecondaryIndexes: z.optional(z.array(index)),
  TimeToLiveSpecification: z.optional(z.strictObject({ AttributeName: z.string(), Enabled: flag })),
  BillingMode: inertResource, // the local cloud bills no calls
  Replicas: inertResource, // one machine is one region
  SSESpecification: inertResource,
  PointInTimeRecoverySpecification: inertResource,
  DeletionProtectionEnabled: inertResource,
  WriteOnDemandThroughputSettings: inertResource,
  OnDemandThroughput: inertResource,
  TableClass: inertResource,
  Tags: inertResource,
});

export interface TableDescription {
  readonly create: {
    readonly TableName: string;
    readonly KeySchema: readonly { readonly AttributeName: string; readonly KeyType: string }[];
  };
  readonly partitionKey: string;
  readonly expiry: string | undefined;
}

/** The tables of an assembly, as CreateTable requests. */
export function readTables(assembly: Assembly): readonly TableDescription[] {
  return ['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable']
    .flatMap((type) => assembly.of(type, table))
    .map(({ ref, given }) => {
      const plain = (all: typeof given.GlobalSecondaryIndexes) =>
        all?.map(({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }));
      const { AttributeDefinitions, KeySchema, TimeToLiveSpecification: expiry } = given;
      return {
        create: {
          TableName: ref,
          BillingMode: 'PAY_PER_REQUEST',
          AttributeDefinitions,
          KeySchema,
          GlobalSecondaryIndexes: plain(given.GlobalSecondaryIndexes),
          LocalSecondaryIndexes: plain(given.LocalSecondaryIndexes),
        },
        partitionKey: KeySchema.find((each) => each.KeyType === 'HASH')?.AttributeName ?? '',
        expiry: expiry?.Enabled ? expiry.AttributeName : undefined,
      };
    });
}

/** Creates a table and resolves when it can be used. */
export async function createTable(store: Store, create: TableDescription['create']) {
  await run(store, 'CreateTable', create);
  const { TableName } = create;
  for (let status = ''; status !== 'ACTIVE'; ) {
    await setTimeout(5);
    const { Table } = await run<{ Table: { TableStatus: string } }>(store, 'DescribeTable', { TableName });
    status = Table.TableStatus;
  }
}
