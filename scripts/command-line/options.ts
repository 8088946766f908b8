import { UsageError } from '../local-cloud/usage-error.ts';
import { type CommandName, usageOf } from './help.ts';

/** Reads a command's options. What is wrong with them becomes a usage error that ends with how the command is called. */
export function readOptions<Options>(name: CommandName, read: () => Options): Options {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${reason}\n${usageOf(name)}\nMore: npm run ${name} -- --help`);
  }
}
