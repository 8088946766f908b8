import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from '../../local-cloud/random.ts';
import type { ActionWeights } from '../applicants/action-weights.ts';
import { Applicant, ComesBackLater } from '../applicants/applicant.ts';
import type { TimedClient } from './timed-client.ts';

/**
 * Percentages of applicants' actions at peak load. Each applicant signs up before them and submits at the
 * end.
 */
const weights: ActionWeights = {
  save: 53,
  check: 10,
  'leave a page': 9,
  'look up': 9,
  'open a page': 8,
  'choose a tab': 4,
  'add a block': 3,
  'ask for a document': 3,
  'log in again': 0.3,
  'upload a PDF': 0.6,
  'delete a document': 0.3,
  'upload a Word document': 0.1,
};

/** Requests of a page reload. */
const reloads = ['/about', '/api/profile', '/api/tabs', '/api/add-another'];

/** Applications that are read at the same time at the end. */
const readers = 8;

/** A different loopback address for each applicant. */
export const addressOf = (index: number): string =>
  `127.${1 + (Math.floor(index / 64_516) % 250)}.${Math.floor(index / 254) % 254}.${1 + (index % 254)}`;

/** Linux accepts connections on all of 127.0.0.0/8, other systems only on 127.0.0.1. */
export const hasManyAddresses = (): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(0, addressOf(0), () => server.close(() => resolve(true)));
  });

/** Applicants who sign up, work and submit, one after another on each of a number of seats. */
export class Crowd {
  readonly #newClient: (index: number) => TimedClient;
  readonly #seed: number;
  readonly #random: () => number;
  readonly #all: Applicant[] = [];
  readonly #browsers: TimedClient[] = [];
  readonly #seats: Promise<void>[] = [];
  readonly #start = Promise.withResolvers<void>();
  #isOver = false;
  /** Seats whose first applicant has logged in or given up. */
  arrived = 0;

  constructor(newClient: (index: number) => TimedClient, seed: number) {
    this.#newClient = newClient;
    this.#seed = seed;
    this.#random = randomFrom(seed);
  }

  /** Signs up the first applicant of each seat. They start to work on `begin`. */
  come(seats: number): void {
    for (let seat = 0; seat < seats; seat += 1) this.#seats.push(this.#fill());
  }

  begin(): void {
    this.#start.resolve();
  }

  /**
   * Reloads the page of a random logged-in applicant. False if 20 random picks find no such applicant whose
   * browser has a free connection.
   */
  reload(due: number): boolean {
    for (let tries = 0; tries < 20; tries += 1) {
      const index = Math.floor(this.#random() * this.#all.length);
      const browser = this.#browsers[index];
      if (!this.#all[index]?.ledger.isLoggedIn || !browser?.hasRoom) continue;
      const path = reloads[Math.floor(this.#random() * reloads.length)] ?? '/';
      void browser.reload(path, due);
      return true;
    }
    return false;
  }

  /** Starts nothing new. Resolves when all applicants have finished their current work. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.begin();
    await Promise.all(this.#seats);
  }

  /** Reads every application and compares it with its ledger. */
  async readAll(): Promise<void> {
    const left = [...this.#all];
    const read = async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop())
        await this.#watch(next, (each) => each.checkAtEnd());
    };
    await Promise.all(Array.from({ length: readers }, read));
  }

  get problems(): readonly string[] {
    return this.#all.flatMap(({ problems }) => problems);
  }

  get counts() {
    const submitted = this.#all.filter(({ ledger }) => ledger.isSubmitted).length;
    const acknowledged = this.#all.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0);
    return { applicants: this.#all.length, submitted, acknowledged };
  }

  async #fill(): Promise<void> {
    for (let isFirst = true; !this.#isOver; isFirst = false) {
      const index = this.#all.length;
      const random = randomFrom(this.#seed + index + 1);
      const browser = this.#newClient(index);
      const isOver = () => this.#isOver;
      const life = { weights, random, isOver, pollInterval: 1000 };
      const applicant = new Applicant(browser, life);
      this.#all.push(applicant);
      this.#browsers.push(browser);
      await this.#watch(applicant, (each) => each.arrive());
      if (isFirst) this.arrived += 1;
      await this.#start.promise;
      await this.#watch(applicant, (each) => each.work(15 + Math.floor(random() * 45)));
      if (!applicant.ledger.isLoggedIn) await pause(1000); // sign-up or log-in was rejected
    }
  }

  async #watch(applicant: Applicant, work: (applicant: Applicant) => Promise<void>): Promise<void> {
    try {
      await work(applicant);
    } catch (error) {
      if (!(error instanceof ComesBackLater)) applicant.problems.push(`${applicant.username}: ${error}`);
    }
  }
}
