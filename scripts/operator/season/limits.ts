/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html */
export const newTable = { reads: 12_000, writes: 4_000 } as const;

/** Units per second of one partition: the guide's page bp-partition-key-design.html. */
export const partitionUnits = { reads: 3_000, writes: 1_000 } as const;
