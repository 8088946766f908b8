import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { keepAnswersReply } from '../../shared/api/operator.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { invokeOperator } from './ask.ts';
import { type TargetOptions, targetOf } from './target.ts';

const oneAnswer = z.record(z.string(), z.unknown());
const fileSchema = z.union([z.array(oneAnswer), oneAnswer]);

function answersIn(file: string): readonly z.output<typeof oneAnswer>[] {
  try {
    return [fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))].flat();
  } catch (cause) {
    throw new UsageError(`${file}: an object of keys and values, or a list of such, is expected.`, { cause });
  }
}

/** Prints a link to a prefilled form for each set of answers in a file. */
export async function createDeviceLinks(file: string, choice: TargetOptions): Promise<void> {
  const all = answersIn(file);
  const place = await targetOf(choice);
  for (const answer of all) {
    const { token, ignored } = await invokeOperator(
      place,
      { command: 'keep-answers', answer },
      keepAnswersReply,
    );
    const without = ignored.length === 0 ? '' : ` (without ${ignored.join(', ')})`;
    console.log(`${place.site}/about?token=${token}${without}`);
  }
}
