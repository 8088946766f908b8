import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import type { LocalCloud, Request } from '../../local-cloud/index.ts';
import type { Phase } from '../../operator/season/applicant.ts';
import { type Attributes, shareOf, sizeOf } from './item-size.ts';
import { ofEachPhase, PhaseCounter } from './phase-counter.ts';
import { kept } from './prices.ts';

type Item = Readonly<Record<string, { readonly S?: string }>>;

/** An operation on one item of the table, or on a partition of it. */
interface Touch {
  readonly units: 'table write units' | 'table read units';
  readonly key: string;
  /** 2 in a transaction, 1/2 for an eventually consistent read. */
  readonly factor: number;
}

interface PhaseUnits {
  readonly units: Record<Touch['units'], number>;
  /** Write units of each list that applicants share. */
  readonly lists: Map<string, number>;
}

interface One {
  readonly Key?: Item;
  readonly Item?: Item;
  readonly ConsistentRead?: boolean;
  readonly ExpressionAttributeValues?: Item;
}
interface Input extends One {
  readonly TransactItems?: readonly Readonly<Record<string, One>>[];
}

const keyOf = ({ Key, Item: whole }: One) => `${(Key ?? whole)?.pk?.S} ${(Key ?? whole)?.sk?.S}`;
/** The partition key of a query: the only value that contains `#`. */
const partitionOf = ({ ExpressionAttributeValues = {} }: One) =>
  Object.values(ExpressionAttributeValues).find(({ S = '' }) => S.includes('#'))?.S ?? '';

function touchesOf(operation: string, input: Input): readonly Touch[] {
  const reads = { units: 'table read units', factor: input.ConsistentRead ? 1 : 0.5 } as const;
  if (operation === 'GetItem') return [{ ...reads, key: keyOf(input) }];
  if (operation === 'Query') return [{ ...reads, key: partitionOf(input) }];
  if (operation === 'TransactWriteItems')
    return (input.TransactItems ?? [])
      .flatMap((each) => Object.values(each))
      .map((one) => ({ units: 'table write units', key: keyOf(one), factor: 2 }));
  if (/^(Put|Update|Delete)Item$/.test(operation))
    return [{ units: 'table write units', key: keyOf(input), factor: 1 }];
  throw new Error(`The model does not know what ${operation} costs.`);
}

/** Bytes that DynamoDB adds to every stored item: https://aws.amazon.com/dynamodb/pricing/on-demand/. */
const indexBytes = 100;

/** The keys of a list that applicants share end with one of 16 digits: lambdas/store/keys.ts. */
const sharedKey = /(#\d{4}-\d\d-\d\d)?#[0-9a-f]$/;
const partitionsOfList = 16;

const kilobytes = { 'table write units': 1, 'table read units': 4 } as const;

/** Counts the product's AWS usage, request by request. */
export class Meter {
  readonly phases = new PhaseCounter();
  readonly #touches: (Touch & { readonly phase: Phase })[] = [];
  readonly #counts = { 'file writes': 0, 'file reads': 0, 'recorded file accesses': 0 };
  readonly #byPhase = ofEachPhase<PhaseUnits>(() => ({
    units: { 'table write units': 0, 'table read units': 0 },
    lists: new Map(),
  }));
  readonly #cloud: LocalCloud;
  #sizes: ReadonlyMap<string, number> = new Map();
  /** Final content of the table. An item that expires before applications do counts in part. */
  #kept = { items: 0, bytes: 0 };
  readonly stop: () => void;

  constructor(cloud: LocalCloud) {
    this.#cloud = cloud;
    this.stop = cloud.injectFault({
      effect: 'held',
      matches: (request) => {
        this.#count(request);
        return false;
      },
    });
  }

  #count({ method, url, headers, body }: Request) {
    const [service, operation = ''] = headers['x-amz-target']?.split('.') ?? [];
    if (service === 'DynamoDB_20120810' && operation !== 'Scan')
      for (const touch of touchesOf(operation, JSON.parse(body.toString())))
        this.#touches.push({ ...touch, phase: this.phases.current });
    if (service !== undefined) return;
    this.phases.count(`${method} ${url.pathname}`);
    if (
      !/^\/[^/]+\/(uploads|documents|copies|packages)\//.test(url.pathname) &&
      !/^multipart/.test(headers['content-type'] ?? '')
    )
      return;
    this.#counts['recorded file accesses'] += 1;
    // S3 deletions are free.
    if (method !== 'DELETE') this.#counts[/^(GET|HEAD)$/.test(method) ? 'file reads' : 'file writes'] += 1;
  }

  /** Converts the operations since the last call into units, by the current size of their items. */
  async settle(): Promise<void> {
    this.#sizes = await this.#readSizes();
    for (const { units, key, factor, phase } of this.#touches.splice(0)) {
      const used = factor * Math.ceil((this.#sizes.get(key) ?? 1) / 1024 / kilobytes[units]);
      const { units: all, lists } = this.#byPhase[phase];
      all[units] += used;
      const [partition = ''] = key.split(' ');
      const list = partition.replace(sharedKey, '');
      if (units === 'table write units' && list !== partition) lists.set(list, (lists.get(list) ?? 0) + used);
    }
  }

  /** Table units of a phase. */
  unitsOf(phase: Phase) {
    const { units, lists } = this.#byPhase[phase];
    return {
      writeUnits: units['table write units'],
      readUnits: units['table read units'],
      sharedWriteUnits: Math.max(0, ...lists.values()) / partitionsOfList,
    };
  }

  readonly #total = (units: Touch['units']) =>
    Object.values(this.#byPhase).reduce((sum, { units: all }) => sum + all[units], 0);

  usage() {
    return {
      ...this.#counts,
      'table write units': this.#total('table write units'),
      'table read units': this.#total('table read units'),
      'bytes in the table': this.#kept.bytes + this.#kept.items * indexBytes,
      'bytes in backups of the table': this.#kept.bytes,
    };
  }

  /** Sizes of all items, by key, and of all partitions. */
  async #readSizes(): Promise<ReadonlyMap<string, number>> {
    const { url, credentials, outputs } = this.#cloud;
    const client = new DynamoDBClient({ endpoint: url, region: 'us-east-1', credentials });
    const TableName = Object.entries(outputs).find(([path]) =>
      path.endsWith('/Data/Applications/Resource'),
    )?.[1];
    const sizes = new Map<string, number>();
    const held = { items: 0, bytes: 0 };
    for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
      for (const item of Items as Attributes[]) {
        const [pk, size] = [item.pk?.S ?? '', sizeOf(item)];
        sizes.set(`${pk} ${item.sk?.S}`, size);
        sizes.set(pk, (sizes.get(pk) ?? 0) + size);
        const share = shareOf(kept, item, Date.now() / 1000);
        held.items += share;
        held.bytes += share * size;
      }
    }
    this.#kept = held;
    return sizes;
  }
}
