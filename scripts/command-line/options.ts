import { type CommandName, usageOf } from './help.ts';
import { UsageError } from './usage-error.ts';

/** What Node adds about arguments that begin with a hyphen. None of our commands takes one. */
const nodeAdvice = /\. To specify a positional argument starting with a '-'.*/s;

/** Reads a command's options. What is wrong with them becomes a usage error that ends with how the command is called. */
export function readOptions<Options>(name: CommandName, read: () => Options): Options {
  try {
    return read();
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(nodeAdvice, '');
    throw new UsageError(`${reason}\n${usageOf(name)}\nMore: npm run ${name} -- --help`);
  }
}

/** The value of an option that counts something. */
export function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1) throw new Error(`${option} ${text}: a whole number is expected.`);
  return number;
}
