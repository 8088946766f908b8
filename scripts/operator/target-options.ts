import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';

/** The local cloud that `npm start` runs. */
export const localDefaults = { data: '.local', port: '4600' } as const;

const stage = new Option(
  '--stage <name>',
  'a deployment, with your AWS credentials, instead of the local cloud',
);
const data = new Option('--data <folder>', 'the data folder of the local cloud').default<string>(
  localDefaults.data,
);
const port = new Option('--port <number>', 'the port of the local cloud').default<string>(localDefaults.port);

/** Adds the options that choose a running product: a deployment or the local cloud. */
export const withTarget = <Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) => command.addOption(stage).addOption(data).addOption(port);
