import { parseArgs } from 'node:util';
import { expect, it } from 'vitest';
import { readOptions } from '../../scripts/command-line/options.ts';

it('an option that a command does not have is named, with how the command is called and nothing else', () => {
  const read = () =>
    readOptions('receive', () => parseArgs({ args: ['--user', 'x'], options: {}, allowPositionals: true }));
  expect(read).toThrow(
    "Unknown option '--user'\nUsage: npm run receive -- FILE.csv [--take-back] [--json]\nMore: npm run receive -- --help",
  );
});
