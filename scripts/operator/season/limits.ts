/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html */
export const newTable = { reads: 12_000, writes: 4_000 } as const;
