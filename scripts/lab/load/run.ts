import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../build/root.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { asStarted, freePort, type Life, Product } from '../applicants/product.ts';
import { addressOf, Crowd, hasManyAddresses } from './crowd.ts';
import { type Call, violationsOf } from './judge.ts';
import { type Due, Slots } from './slots.ts';
import { isSaturated, isServed, reportOn, type StepReport } from './step-report.ts';
import { TimedClient } from './timed-client.ts';

export interface LoadOptions {
  /**
   * Calls per second of each step. If empty, the rate doubles until the product is saturated in two steps in
   * a row.
   */
  readonly rates: readonly number[];
  /** Duration of each step. */
  readonly seconds: number;
  /** Applicants at the same time. */
  readonly applicants: number;
  /** Concurrent executions of the account. */
  readonly executions: number | undefined;
  /** Seed of the applicants' actions. */
  readonly seed: number;
  /** Port of a running product. If undefined, the run starts a new product. */
  readonly port: number | undefined;
  /** Milliseconds within which every call must get a response. */
  readonly patience: number;
  readonly say: (text: string) => void;
  readonly onStep: (report: StepReport) => void;
}

export interface LoadReport {
  readonly seed: number;
  readonly machine: { readonly cores: number; readonly loadBefore: number };
  readonly steps: readonly StepReport[];
  readonly applicants: number;
  readonly submitted: number;
  readonly acknowledged: number;
  /** Broken promises, one sentence each. */
  readonly problems: readonly string[];
  /** Folder with the output of the product and its functions; kept if there were problems. */
  readonly log: string | undefined;
}

/** Seconds within which all applicants must sign up, or finish after the last step. */
const longestEnd = 300;
/** Calls per second while the first applicants sign up. It is below Cognito's quota. */
const arrivalRate = 40;
/** Milliseconds between two progress lines. */
const tellEvery = 5000;
const firstRate = 25;
const highestRate = 6400;

interface Running {
  readonly url: string;
  readonly log: string | undefined;
  /** Stops the product and deletes its data. */
  readonly end: (keepsLog: boolean) => Promise<void>;
}

const lifeOf = (port: number, data: string, executions: number | undefined): Life => {
  if (executions === undefined) return { title: 'as npm start runs it', args: asStarted(port, data) };
  const script = join(root, 'scripts/lab/load/small-account.ts');
  return {
    title: `with ${executions} functions at once`,
    args: [script, String(port), data, String(executions)],
  };
};

async function startProduct(executions: number | undefined): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'matricula-load-'));
  const logs = mkdtempSync(join(tmpdir(), 'matricula-load-log-'));
  const port = await freePort();
  const product = new Product(port, join(logs, 'product.log'));
  await product.start(lifeOf(port, join(folder, 'data'), executions));
  const end = async (keepsLog: boolean) => {
    await product.close();
    const ofFunctions = 'functions.jsonl';
    if (keepsLog) copyFileSync(join(folder, 'data/logs', ofFunctions), join(logs, ofFunctions));
    rmSync(folder, { recursive: true, force: true });
    if (!keepsLog) rmSync(logs, { recursive: true, force: true });
  };
  return { url: product.url, log: logs, end };
}

async function runningAt(port: number): Promise<Running> {
  const url = `http://127.0.0.1:${port}`;
  await fetch(url).catch(() => {
    throw new UsageError(`Nothing answers at ${url}: start it, or leave out --port.`);
  });
  return { url, log: undefined, end: async () => {} };
}

/** The rates of the steps: the requested ones, or doubled until two steps in a row are saturated. */
function* ratesOf(asked: readonly number[], done: readonly StepReport[]): Generator<number> {
  if (asked.length > 0) return yield* asked;
  for (let rate = firstRate; rate <= highestRate; rate *= 2) {
    yield rate;
    if (done.length >= 2 && done.slice(-2).every(isSaturated)) return;
  }
}

interface Step {
  readonly title: string;
  readonly rate: number;
  readonly seconds?: number;
  /** Ends the step early. Such a step has no page reloads. */
  readonly isDone?: () => boolean;
}

/** Drives a crowd through the steps. */
class PeakLoad {
  readonly #options: LoadOptions;
  readonly #slots = new Slots();
  readonly #calls: Call[] = [];
  /** Calls of the current step. */
  #ofStep: Call[] = [];
  readonly steps: StepReport[] = [];
  readonly late: string[] = [];
  readonly crowd: Crowd;

  constructor(options: LoadOptions, url: string, hasAddresses: boolean) {
    this.#options = options;
    const record = (call: Call) => {
      this.#calls.push(call);
      this.#ofStep.push(call);
    };
    const parts = { url, slots: this.#slots, patience: options.patience, record };
    this.crowd = new Crowd(
      (index) => new TimedClient({ ...parts, from: hasAddresses ? addressOf(index) : undefined }),
      options.seed,
    );
  }

  async run(): Promise<void> {
    await this.#arrive();
    const { rates, say } = this.#options;
    for (const rate of ratesOf(rates, this.steps)) this.#add(await this.#step({ title: String(rate), rate }));
    const [first] = this.steps;
    if (first !== undefined) this.#add(await this.#step({ title: 'after', rate: first.rate }));
    this.#slots.open();
    say('Everybody finishes what they were about ...');
    await this.#inTime(this.crowd.end(), 'Applicants could not finish what they were about');
    say('Reading every application ...');
    await this.#inTime(this.crowd.readAll(), 'Not every application could be read');
    this.#slots.close();
  }

  async #arrive(): Promise<void> {
    const { applicants } = this.#options;
    this.crowd.come(applicants);
    const isDone = () => this.crowd.arrived === applicants;
    const arriving = { title: `${applicants} applicants sign up`, rate: arrivalRate, seconds: longestEnd };
    await this.#step({ ...arriving, isDone });
    if (!isDone()) this.late.push(`${applicants - this.crowd.arrived} applicants could not sign up.`);
    this.crowd.begin();
  }

  #add(report: StepReport): void {
    this.steps.push(report);
    this.#options.onStep(report);
  }

  get violations(): readonly string[] {
    return [...this.late, ...violationsOf(this.#calls, this.#options.patience), ...this.crowd.problems];
  }

  async #step({ title, rate, seconds = this.#options.seconds, isDone }: Step): Promise<StepReport> {
    this.#ofStep = [];
    const begun = performance.now();
    const telling = setInterval(() => this.#tell(title, begun), tellEvery);
    const orElse = isDone === undefined ? (due: number) => this.crowd.reload(due) : undefined;
    const giving = this.#slots.give({ rate, seconds, isDone, orElse });
    const due = await giving.finally(() => clearInterval(telling));
    const took = (performance.now() - begun) / 1000;
    await this.#answered(due);
    return reportOn({ title, rate, seconds: took, calls: this.#ofStep, ...due });
  }

  /** Waits until every call of a step has ended. Each call ends within `patience`. */
  async #answered({ offered, heldBack }: Due): Promise<void> {
    while (this.#ofStep.length < offered - heldBack) await pause(20);
  }

  #tell(title: string, begun: number): void {
    const served = this.#ofStep.filter(isServed).length;
    const passed = Math.round((performance.now() - begun) / 1000);
    this.#options.say(`${title}: ${passed} s, ${served} served, ${this.#ofStep.length - served} refused`);
  }

  async #inTime(work: Promise<void>, complaint: string): Promise<void> {
    const timer = setTimeout(() => {
      this.late.push(`${complaint} within ${longestEnd} seconds.`);
      this.#slots.close();
    }, longestEnd * 1000);
    await work.finally(() => clearTimeout(timer));
  }
}

/**
 * Sends the calls of applicants from this process to the product in another process. The rate increases until
 * the product rejects some. Then it compares the stored data with the acknowledged data.
 */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const machine = { cores: cpus().length, loadBefore: loadavg()[0] ?? 0 };
  const { seed, port, executions } = options;
  const product = port === undefined ? await startProduct(executions) : await runningAt(port);
  let problems: readonly string[] = ['The run was broken off.'];
  try {
    const peakLoad = new PeakLoad(options, product.url, await hasManyAddresses());
    await peakLoad.run();
    problems = peakLoad.violations;
    const { steps, crowd } = peakLoad;
    const log = problems.length === 0 ? undefined : product.log;
    return { seed, machine, steps, ...crowd.counts, problems, log };
  } finally {
    await product.end(problems.length > 0);
  }
}
