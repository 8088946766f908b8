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
  /** US dollars for one. */
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
 * The table is backed up whole every day, so the vault holds as many copies as `backup.retentionDays` has days. Each is counted
 * at the table's full size. Of the files it holds one copy, because only changes are added.
 */
const fullBackups = 7;

/**
 * Public prices on demand in us-east-1, November 2026, without discounts. Another region costs up to a third more: look at
 * https://calculator.aws before money is promised.
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

/** An applicant who comes back in another month counts once more. Their calls are spread over these months. */
export const activeMonths = 2;

/** The metrics that the alarms of production watch. An alarm costs as much for each of them. */
export const alarmMetrics = 92;

/** Late receipts and unfinished erasures are looked for every five minutes, each in sixteen partitions, in about a tenth of a second. */
const searches = 2 * 12 * 24 * 31;
const search =
  prices['runs of functions'].dollars +
  prices['function gigabyte-seconds'].dollars * 0.1 +
  prices['table read units'].dollars * 16 * 0.5;

/** Pending packages are looked for every minute, in sixteen partitions too, by a function with more memory. */
const packageRuns = 60 * 24 * 31;
const packageRun =
  prices['runs of functions'].dollars +
  prices['function gigabyte-seconds'].dollars * 0.1 * 1.73 +
  prices['table read units'].dollars * 16 * 0.5;

/** Names in the lists of the office converter's DNS Firewall. A million queries cost 0.60 dollars: too little to count here. */
const listedNames = 3;
const listedName = 0.0005;

/**
 * The monthly cost without any applicant, in US dollars: secrets, the key of the backups, alarms, the dashboard, listed names and the searches for late
 * receipts, erasures and packages. Metrics of log lines and of mails cost 0.30 each in a month in which something was wrong all the time, and
 * nothing while they have no values.
 */
export const fixedMonthlyCost =
  3 * 0.4 +
  1 +
  alarmMetrics * 0.1 +
  3 +
  listedNames * listedName +
  searches * search +
  packageRuns * packageRun;
