import * as z from 'zod/mini';

/** The variable with the path of the plan of a test run. */
export const planVariable = 'MUTATION_PLAN';

/** Instructions for a test run. Tests are named by Vitest's ids, which contain file and position. */
const planSchema = z.object({
  /** Number of mutants in the source. */
  mutants: z.number(),
  /** The folder to which each thread of the run writes its notes. */
  folder: z.string(),
  /**
   * `cover`: each test once, without a mutant. `rounds`: each test once for each of its mutants. `alone`: one
   * mutant for the whole run.
   */
  work: z.enum(['cover', 'rounds', 'alone']),
  /** The mutants of each test. Other tests do not run, except in `cover`. */
  tests: z.record(z.string(), z.array(z.number())),
  /** Timeout of each test in milliseconds. A mutant that exceeds it counts as detected. */
  limits: z.record(z.string(), z.number()),
  /** The test files, in the order of their start. */
  files: z.array(z.string()),
});

export type Plan = z.output<typeof planSchema>;

export const readPlan = (text: string): Plan => planSchema.parse(JSON.parse(text));

const mutantInTest = { mutant: z.number(), test: z.string() };

const noteSchema = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('covered'),
    ...{ file: z.string(), test: z.string(), name: z.string(), passed: z.boolean() },
    ...{ milliseconds: z.number(), mutants: z.array(z.number()) },
  }),
  /**
   * Mutants that were reached outside the tests of a file, while its modules were loaded and while its hooks
   * ran.
   */
  z.object({
    what: z.literal('outside'),
    ...{ file: z.string(), modules: z.array(z.number()), hooks: z.array(z.number()) },
  }),
  z.object({ what: z.literal('began'), ...mutantInTest, milliseconds: z.number() }),
  z.object({ what: z.literal('survived'), ...mutantInTest }),
  z.object({ what: z.literal('failed'), ...mutantInTest, name: z.string(), message: z.string() }),
  /** The test failed again without the mutant. */
  z.object({ what: z.literal('spoiled'), ...mutantInTest }),
]);

/** Notes of a test run's thread, one line of JSON each. */
export type Note = z.output<typeof noteSchema>;

export const readNotes = (text: string): readonly Note[] =>
  text
    .split('\n')
    .slice(0, -1) // the last line may be half written
    .map((line) => noteSchema.parse(JSON.parse(line)));
