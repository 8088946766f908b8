/** Units that AWS bills. */
export type Meter =
  | 'page and file requests'
  | 'runs at the edge'
  | 'requests through the firewall'
  | 'bytes to browsers'
  | 'calls of the API'
  | 'runs of functions'
  | 'function gigabyte-seconds'
  | 'table write units'
  | 'table read units'
  | 'bytes in the table'
  | 'bytes in backups of the table'
  | 'file writes'
  | 'file reads'
  | 'bytes of files'
  | 'state transitions'
  | 'mails'
  | 'bytes of logs'
  | 'bytes of access logs'
  | 'recorded file accesses'
  | 'traces'
  | 'active accounts';

export type Usage = Readonly<Record<Meter, number>>;

interface Price {
  /** US dollars per unit. */
  readonly dollars: number;
  /** Free tier per month, which does not expire. */
  readonly free?: number;
  /**
   * True for storage, whose price covers the whole time of storage. Other meters are billed in the months
   * with active applicants.
   */
  readonly isKept?: true;
}

const million = 1_000_000;
const gigabyte = 1024 ** 3;
/** Months for which applications are stored in the model. */
export const kept = 12;

/**
 * A full backup of the table is made every day, so the vault has `backup.retentionDays` copies, each at full
 * size. Of the files it has only one copy, because later backups are incremental.
 */
const fullBackups = 7;

/**
 * Public on-demand prices in us-east-1, November 2026, without discounts. Other regions cost up to a third
 * more: check https://calculator.aws before quoting a price.
 */
export const prices: Readonly<Record<Meter, Price>> = {
  'page and file requests': { dollars: 1 / million, free: 10 * million },
  'runs at the edge': { dollars: 0.1 / million, free: 2 * million },
  'requests through the firewall': { dollars: 0.6 / million },
  'bytes to browsers': { dollars: 0.085 / gigabyte, free: 1024 * gigabyte },
  'calls of the API': { dollars: 1 / million },
  'runs of functions': { dollars: 0.2 / million, free: million },
  'function gigabyte-seconds': { dollars: 0.000_013_333_4, free: 400_000 }, // arm64
  'table write units': { dollars: 0.625 / million },
  'table read units': { dollars: 0.125 / million },
  'bytes in the table': { dollars: (0.25 * kept) / gigabyte, free: 25 * gigabyte, isKept: true },
  // Point-in-time recovery, and the copies in the vault.
  'bytes in backups of the table': { dollars: ((0.2 + 0.1 * fullBackups) * kept) / gigabyte, isKept: true },
  'file writes': { dollars: 5 / million },
  'file reads': { dollars: 0.4 / million },
  'bytes of files': { dollars: ((0.023 + 0.05) * kept) / gigabyte, isKept: true }, // with the backup
  'state transitions': { dollars: 25 / million, free: 4_000 },
  mails: { dollars: 100 / million },
  'bytes of logs': { dollars: 0.5 / gigabyte, free: 5 * gigabyte },
  'bytes of access logs': { dollars: (0.5 + 0.12) / gigabyte }, // with masking of addresses
  'recorded file accesses': { dollars: 1 / million }, // data events of CloudTrail
  traces: { dollars: 5 / million, free: 100_000 },
  'active accounts': { dollars: 0.0055, free: 10_000 }, // Cognito's Lite plan, a month
};

/**
 * Months with active applicants. Cognito bills an applicant once in each month; the calls are spread over
 * these months.
 */
export const activeMonths = 2;

/** Number of metrics in all alarms of production. An alarm is billed for each of its metrics. */
export const alarmMetrics = 135;

/**
 * Searches for late receipts and for unfinished deletions, every five minutes. Each reads sixteen partitions
 * in about a tenth of a second.
 */
const searches = 2 * 12 * 24 * 31;
const search =
  prices['runs of functions'].dollars +
  prices['function gigabyte-seconds'].dollars * 0.1 +
  prices['table read units'].dollars * 16 * 0.5;

/**
 * Searches for pending deliveries, every minute, also in sixteen partitions, by a function with more memory.
 */
const packageRuns = 60 * 24 * 31;
const packageRun =
  prices['runs of functions'].dollars +
  prices['function gigabyte-seconds'].dollars * 0.1 * 1.73 +
  prices['table read units'].dollars * 16 * 0.5;

/**
 * Domain names in the office converter's DNS Firewall lists. Queries cost 0.60 dollars a million, too little
 * to count.
 */
const listedNames = 3;
const listedName = 0.0005;

/**
 * The monthly cost without applicants, in US dollars: secrets, the key of the backups, alarms, the dashboard,
 * domain lists and the searches above. Metrics of log lines and of mails are billed only while they have
 * values, at most 0.30 each per month.
 */
export const fixedMonthlyCost =
  4 * 0.4 +
  1 +
  alarmMetrics * 0.1 +
  3 +
  listedNames * listedName +
  searches * search +
  packageRuns * packageRun;
