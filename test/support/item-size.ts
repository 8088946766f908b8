interface Value {
  readonly S?: string;
  readonly N?: string;
  readonly BOOL?: boolean;
  readonly NULL?: boolean;
  readonly L?: readonly Value[];
  readonly M?: Attributes;
  readonly SS?: readonly string[];
}
type Attributes = Readonly<Record<string, Value>>;

const bytes = (text: string) => Buffer.byteLength(text);
const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

function valueSize({ S, N, L, M, SS }: Value): number {
  if (S !== undefined) return bytes(S);
  if (N !== undefined) return Math.ceil(N.length / 2) + 1;
  if (L !== undefined) return 3 + sum(L.map((each) => 1 + valueSize(each)));
  if (M !== undefined) return 3 + Object.keys(M).length + sizeOf(M);
  return SS === undefined ? 1 : sum(SS.map(bytes));
}

/**
 * Size of an item in bytes, as DynamoDB counts it:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export const sizeOf = (item: Attributes): number =>
  sum(Object.entries(item).map(([name, value]) => bytes(name) + valueSize(value)));
