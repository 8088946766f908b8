import { newTable } from '../season/limits.ts';
import { type Converter, needsOf } from '../season/needs.ts';
import { check } from './check.ts';
import { stackOf } from './stacks.ts';

const throttle = check({
  title: "The API's throttle lets a season through",
  read: ({ deployment }) => deployment.throttle.rate,
  judge(rate, { applicants }) {
    const { rate: needed, burst } = needsOf(applicants).throttle;
    if (rate >= needed) return { outcome: 'ok', detail: `${rate} a second; about ${needed} at the peak` };
    return {
      outcome: 'failed',
      detail: `throttle.rate is ${rate}, and ${applicants} applicants make about ${needed} calls a second at the peak`,
      remedy: `Set throttle in deployments.ts to { rate: ${needed}, burst: ${burst} }.`,
    };
  },
});

const converters = check({
  title: 'The converters are enough for a season',
  read: ({ deployment: { converters: reserved } }) => reserved,
  judge(reserved, { applicants }) {
    const needed = Object.entries(needsOf(applicants).converters) as [Converter, number][]; // a literal
    const values = (each: typeof needed) => each.map(([name, count]) => `${name}: ${count}`).join(', ');
    if (reserved === undefined)
      return {
        outcome: 'ok',
        detail: `they share the concurrency of the account. To reserve it, set converters to { ${values(needed)} }`,
      };
    const small = needed.filter(([name, count]) => reserved[name] < count);
    if (small.length === 0) return { outcome: 'ok', detail: values(needed) };
    return {
      outcome: 'failed',
      detail: small
        .map(
          ([name, count]) =>
            `converters.${name} is ${reserved[name]}, and about ${count} work at the same time at the peak`,
        )
        .join(', '),
      remedy: `Set converters in deployments.ts: ${values(small)}.`,
    };
  },
});

const table = check({
  title: 'The table takes the writes of the last day',
  permission: 'dynamodb:DescribeTable',
  async read({ deployment }) {
    const { region, warmThroughput = newTable } = deployment;
    const TableName = (await stackOf(deployment, 'Data'))?.outputs.get('TableName');
    if (TableName === undefined) return warmThroughput.writes;
    const { DescribeTableCommand, DynamoDBClient } = await import('@aws-sdk/client-dynamodb');
    const { Table } = await new DynamoDBClient({ region }).send(new DescribeTableCommand({ TableName }));
    return Math.max(warmThroughput.writes, Table?.WarmThroughput?.WriteUnitsPerSecond ?? 0);
  },
  judge(writes, { applicants }) {
    const { writeUnits: needed, readUnits } = needsOf(applicants);
    if (writes >= needed) return { outcome: 'ok', detail: `${writes} a second; about ${needed} at the peak` };
    return {
      outcome: 'failed',
      detail: `it takes ${writes} writes a second from the start, and ${applicants} applicants need about ${needed} at the peak`,
      remedy: `Set warmThroughput in deployments.ts to { reads: ${Math.max(readUnits, newTable.reads)}, writes: ${needed} } and deploy a day before. AWS charges for it once.`,
    };
  },
});

/** Limits of the settings, compared with the season. */
export const seasonChecks = [throttle, converters, table];
