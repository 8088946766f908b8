import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { keepAnswersReply } from '../../shared/api/operator.ts';
import { readOptions } from '../command-line/options.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { invokeOperator } from './ask.ts';
import { targetOf, targetOptions } from './target.ts';

const oneAnswer = z.record(z.string(), z.unknown());
const fileSchema = z.union([z.array(oneAnswer), oneAnswer]);

function answersIn(file: string): readonly z.output<typeof oneAnswer>[] {
  try {
    return [fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))].flat();
  } catch (cause) {
    throw new UsageError(`${file}: an object of keys and values, or a list of such, is expected.`, { cause });
  }
}

const optionsIn = (args: readonly string[]) =>
  readOptions('tmp-answer', () => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: targetOptions,
    });
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0) throw new Error('Name one file.');
    return { ...values, file };
  });

/** `npm run tmp-answer`: a link to a form that is filled in already, for each set of answers in a file. */
export async function createDeviceLinks(args: readonly string[]): Promise<void> {
  const { file, ...choice } = optionsIn(args);
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
