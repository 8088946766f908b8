import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import * as documentReplies from '../../../shared/api/document-replies.ts';
import * as replies from '../../../shared/api/replies.ts';
import { routes } from '../../../shared/api/routes.ts';
import type { SmokeReply } from '../../../shared/smoke/client.ts';
import { type Sample, samples } from '../../../shared/smoke/samples.ts';
import { completeAnswers } from '../../dev/complete-answers.ts';
import { type Action, type ActionWeights, chooseAction } from './action-weights.ts';
import type { Client } from './client.ts';
import { Ledger, type StoredApplication } from './ledger.ts';

/** Result of a call. Undefined if there was no reply: the call may or may not have had an effect. */
type Outcome = SmokeReply | undefined;

const password = 'Copper-Harbor-2027';
/** Text that applicants type; any text of this length is a possible answer. */
const typed = ['first_name', 'middle_name', 'last_name', 'preferred_name', 'city', 'felony_comment'];
/** Milliseconds within which a conversion must end, even after a kill: its deadline and a margin. */
const conversionPatience = 240_000;

/** Longest Retry-After that an applicant waits, in seconds. */
const longestWait = 30;

/** Thrown if Retry-After exceeds `longestWait`, or if the run has ended. */
export class ComesBackLater extends Error {}

const parse = <S extends v.GenericSchema>(schema: S, { text }: SmokeReply): v.InferOutput<S> =>
  v.parse(v.pipe(v.string(), v.parseJson(), schema), text);
const conversionOf = (key: string) => routes.documents.getConversion.path.replace('{answer_key}', key);

/** Turns a network error into undefined, and rethrows ComesBackLater. */
const lost = (error: unknown): undefined => {
  if (error instanceof ComesBackLater) throw error;
};
const isFine = (reply: Outcome): reply is SmokeReply => reply !== undefined && reply.status === 200;
/** Seconds. API Gateway rejects calls without Retry-After; the page then waits the same time. */
const waitWithoutHeader = (reply: Outcome) =>
  reply !== undefined && [429, 503].includes(reply.status) ? 5 : 0.2;
const isTemporary = (reply: Outcome) => reply === undefined || reply.status === 429 || reply.status >= 500;

interface Life {
  readonly weights: ActionWeights;
  readonly random: () => number;
  /** True once the run has ended: the applicant starts no new action and stops waiting. */
  readonly isOver: () => boolean;
  /** Milliseconds between two checks whether a conversion has ended. */
  readonly pollInterval?: number;
}

/** Ledger keys of values that are not answers. They contain a space, which no answer key has. */
const names = { page: 'last page', tab: 'chosen tab', count: 'count of blocks' } as const;
/** A tab group and a repeated block that the form does not have, so no answer depends on them. */
const ownTab = 'evening_tab';
const ownBlocks = 'evening_block';

/** One applicant from sign-up to submission, who keeps a ledger of every acknowledgement. */
export class Applicant {
  readonly username = `applicant-${randomUUID().slice(0, 13)}@example.org`;
  readonly ledger = new Ledger();
  readonly problems: string[] = [];
  /** Replies other than 200, by their status, and calls without a reply. */
  readonly refusals = new Map<string, number>();
  readonly #client: Client;
  readonly #weights: ActionWeights;
  readonly #random: () => number;
  readonly #isOver: () => boolean;
  readonly #pollInterval: number;
  /** Id of the applicant's page, which the product uses to detect late saves. */
  readonly #page = randomUUID();
  /** Counts changes, to make every value unique. */
  #changes = 0;
  #hasSettings = false;

  constructor(client: Client, { weights, random, isOver, pollInterval = 200 }: Life) {
    this.#client = client;
    this.#weights = weights;
    this.#random = random;
    this.#isOver = isOver;
    this.#pollInterval = pollInterval;
  }

  /** Signs up, works for a number of steps, and submits. */
  async live(steps: number): Promise<void> {
    await this.arrive();
    await this.work(steps);
  }

  async arrive(): Promise<void> {
    await this.#createAccount();
    await this.#logIn();
  }

  async work(steps: number): Promise<void> {
    if (!this.ledger.isLoggedIn) return;
    for (let step = 0; step < steps && !this.#isOver(); step += 1)
      await this.#actions[chooseAction(this.#weights, this.#random())]();
    if (!this.#isOver()) await this.#submit();
  }

  /** Compares the stored data with the ledger. The session must still be open. */
  async check(): Promise<void> {
    const { getProfile } = routes.application;
    const reply = await this.#insist('GET', getProfile.path);
    if (reply.status !== 200) return this.#report(`the application opens with ${reply.status}`);
    const stored = parse(replies.profile, reply);
    const settings = this.#hasSettings ? await this.#readSettings() : {};
    const page = stored.last_page;
    const answer = { ...stored.answer, ...settings, ...(page !== '' && { [names.page]: page }) };
    for (const violation of this.ledger.violations({ ...stored, answer })) this.#report(violation);
  }

  /** Tabs and counts as the ledger names them. */
  async #readSettings(): Promise<StoredApplication['answer']> {
    const { getTabs, getAddAnother } = routes.application;
    const [tabs, counts] = [
      await this.#insist('GET', getTabs.path),
      await this.#insist('GET', getAddAnother.path),
    ];
    const tab = parse(replies.tabs, tabs)[ownTab];
    const count = parse(replies.counts, counts)[ownBlocks];
    return {
      ...(tab !== undefined && { [names.tab]: tab }),
      ...(count !== undefined && { [names.count]: String(count) }),
    };
  }

  /** Compares at the end of the run, and logs in again if the session has expired. */
  async checkAtEnd(): Promise<void> {
    if (!this.ledger.isLoggedIn) return;
    const { status } = await this.#insist('GET', routes.application.getProfile.path);
    if (status === 401) await this.#logIn();
    await this.check();
  }

  readonly #actions: Readonly<Record<Action, () => Promise<void>>> = {
    save: () => this.#save(),
    check: () => this.check(),
    'open a page': () => this.#read('/about'),
    'look up': () =>
      this.#read(`${routes.lookup.find.path}?category=hs_ceeb&text=star${this.#someLetters()}`),
    'leave a page': () => this.#leavePage(),
    'choose a tab': () => this.#chooseTab(),
    'add a block': () => this.#addBlock(),
    'ask for a document': () => this.#read(conversionOf(samples.pdf.key)),
    'upload a PDF': () => this.#uploadAndWait(samples.pdf),
    'upload a Word document': () => this.#uploadAndWait(samples.word),
    'delete a document': () => this.#delete(samples.pdf.key),
    'log in again': () => this.#logIn(),
  };

  #someLetters(): string {
    return 'gazer'.slice(0, Math.floor(this.#random() * 6));
  }

  async #read(path: string): Promise<void> {
    const reply = await this.#try('GET', path);
    if (reply?.status !== 200 && !isTemporary(reply)) this.#report(`${path} returned ${reply?.status}`);
  }

  #leavePage(): Promise<void> {
    this.#changes += 1;
    const last_page = `/page-${this.#changes}`;
    return this.#set(routes.application.putLastPage.path, { last_page }, { [names.page]: last_page });
  }

  #chooseTab(): Promise<void> {
    this.#changes += 1;
    this.#hasSettings = true;
    const chosen_tab = String(this.#changes);
    const body = { tab_id: ownTab, chosen_tab };
    return this.#set(routes.application.putTabs.path, body, { [names.tab]: chosen_tab });
  }

  #addBlock(): Promise<void> {
    this.#changes += 1;
    this.#hasSettings = true;
    const num_components = 1 + (this.#changes % 10);
    const body = { button_id: ownBlocks, num_components };
    return this.#set(routes.application.putAddAnother.path, body, { [names.count]: String(num_components) });
  }

  /**
   * Saves a value whose changes the product does not order: one without a reply may still be stored after a
   * later one.
   */
  async #set(path: string, body: object, value: Readonly<Record<string, string>>): Promise<void> {
    this.ledger.sending(value);
    const reply = await this.#try('PUT', path, body);
    if (reply?.status === 200) this.ledger.savedInAnyOrder(value);
    else if (!isTemporary(reply)) this.#report(`${path} returned ${reply?.status}: ${reply?.text}`);
  }

  async #createAccount(): Promise<void> {
    const { username } = this;
    await this.#insist('POST', routes.account.signUp.path, { username, password });
    for (let last = ''; ; ) {
      const code = await this.#newestCode();
      if (code === '') {
        await this.#insist('POST', routes.account.resendConfirm.path, { username });
        await pause(500); // no mail came: another one was requested
        continue;
      }
      if (code === last) return; // An earlier confirmation, whose reply was lost, used it.
      const reply = await this.#insist('POST', routes.account.confirm.path, { username, code });
      if (reply.status === 200) return;
      last = code;
    }
  }

  async #newestMail(): Promise<string> {
    const reply = await this.#insist('GET', `/_local/mail.json?to=${encodeURIComponent(this.username)}`);
    return parse(v.array(v.object({ text: v.string() })), reply)[0]?.text ?? '';
  }

  async #newestCode(): Promise<string> {
    return /\b\d{6}\b/.exec(await this.#newestMail())?.[0] ?? '';
  }

  async #logIn(): Promise<void> {
    let reply = await this.#tryLogIn();
    if (reply.status === 400) {
      await this.#choosePassword();
      reply = await this.#tryLogIn();
    }
    if (reply.status === 200) this.ledger.loggedIn();
    else this.#report(`log-in returned ${reply.status}: ${reply.text.slice(0, 200)}`);
  }

  #tryLogIn(): Promise<SmokeReply> {
    const { username } = this;
    return this.#insist('POST', routes.account.logIn.path, { username, password }, () =>
      this.ledger.sendingLogIn(),
    );
  }

  /**
   * An applicant who signed up twice, because the first reply was lost, gets a link to choose the password.
   */
  async #choosePassword(): Promise<void> {
    const { username } = this;
    for (;;) {
      const link = /\S+\/reset\?\S+/.exec(await this.#newestMail())?.[0];
      const id = link && new URL(link).searchParams.get('id');
      if (id) {
        const body = { username, password, confirm_password: password, id };
        const { status } = await this.#insist('POST', routes.account.resetPassword.path, body);
        // An earlier reset, whose reply was lost, has used the link.
        if (status === 200 || (await this.#tryLogIn()).status === 200) return;
      }
      await this.#insist('POST', routes.account.forgotPassword.path, { username });
    }
  }

  async #save(): Promise<void> {
    this.#changes += 1;
    const chosen = typed.filter(() => this.#random() < 0.4);
    const answer = Object.fromEntries(chosen.map((key) => [key, `${key} ${this.#changes}`]));
    this.ledger.sending(answer);
    const body = { answer, order: this.#order() };
    const reply = await this.#try('PUT', routes.application.putAnswer.path, body);
    if (reply?.status === 200) this.ledger.saved(answer);
    else if (!isTemporary(reply)) this.#report(`a save returned ${reply?.status}: ${reply?.text}`);
  }

  #order() {
    return { page: this.#page, number: this.#changes };
  }

  async #uploadAndWait({ key, name, bytes }: Sample): Promise<void> {
    this.ledger.changing(key);
    const created = await this.#try('POST', routes.documents.createUpload.path, { answer_key: key });
    if (!isFine(created)) return;
    const { url, fields } = parse(documentReplies.upload, created);
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([bytes()]), name);
    const sent = await this.#client.post(url, form).catch(lost);
    if (sent === undefined || sent.status >= 300) return;
    const path = routes.documents.startConversion.path.replace('{answer_key}', key);
    await this.#try('POST', path, { file_key: fields.key, file_name: name });
    // Without a reply, the conversion may still have started.
    await this.#awaitConversion(key, name);
  }

  /** A conversion must end after any kill: with a document, or with a message for the applicant. */
  async #awaitConversion(key: string, name: string): Promise<void> {
    const path = conversionOf(key);
    const end = performance.now() + conversionPatience;
    while (performance.now() < end) {
      const reply = await this.#insist('GET', path);
      if (reply.status !== 200) return this.#report(`the conversion of ${key} returned ${reply.status}`);
      const { status } = parse(documentReplies.conversion, reply);
      if (status === 'COMPLETED') return this.ledger.attached(key, name);
      if (status === 'FAILED') return this.#count('conversions that failed');
      if (status === 'NOT_ANSWERED' || this.#isOver()) return;
      await pause(this.#pollInterval);
    }
    this.#report(`the conversion of ${key} has not ended.`);
  }

  async #delete(key: string): Promise<void> {
    this.ledger.changing(key);
    const path = routes.documents.deleteDocument.path.replace('{answer_key}', key);
    if (isFine(await this.#try('DELETE', path))) this.ledger.deleted(key);
  }

  async #submit(): Promise<void> {
    this.#changes += 1;
    const texts = Object.fromEntries(typed.map((key) => [key, String(completeAnswers[key])]));
    this.ledger.sending(texts);
    const saved = await this.#insist('PUT', routes.application.putAnswer.path, {
      answer: completeAnswers,
      order: this.#order(),
    });
    if (saved.status !== 200) return this.#report(`the last save returned ${saved.status}: ${saved.text}`);
    this.ledger.saved(texts);
    for (const web_status of ['started', 'validating'])
      await this.#insist('POST', routes.application.postWebStatus.path, { web_status });
    this.ledger.sendingSubmission();
    // Twice, as an impatient applicant does.
    for (let time = 0; time < 2; time += 1) {
      const reply = await this.#insist('POST', routes.application.submit.path, {});
      if (reply.status === 200) this.ledger.submitted(parse(replies.submission, reply).confirmation);
      else this.#report(`the submission returned ${reply.status}: ${reply.text.slice(0, 300)}`);
    }
  }

  /** Sends a call once. */
  async #try(method: string, path: string, body?: object): Promise<Outcome> {
    const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const reply = await this.#client.send(method, path, body && json).catch(lost);
    if (reply?.status !== 200) this.#count(reply ? `status ${reply.status}` : 'calls without a reply');
    return reply;
  }

  /** Repeats a call until the reply is not a temporary error. */
  async #insist(method: string, path: string, body?: object, sending = () => {}): Promise<SmokeReply> {
    for (;;) {
      sending();
      const reply = await this.#try(method, path, body);
      if (reply !== undefined && !isTemporary(reply)) return reply;
      const wait = Number(reply?.headers.get('retry-after') ?? waitWithoutHeader(reply));
      if (wait > longestWait) throw new ComesBackLater();
      await pause(1000 * wait);
    }
  }

  #count(what: string): void {
    this.refusals.set(what, (this.refusals.get(what) ?? 0) + 1);
  }

  #report(problem: string): void {
    this.problems.push(`${this.username}: ${problem}`);
  }
}
