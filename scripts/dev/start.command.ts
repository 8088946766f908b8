import { Command, Option } from '@commander-js/extra-typings';
import { portNumber } from '../command-line/values.ts';

const port = new Option('--port <number>', 'the port of the site').argParser(portNumber).default(4600);
const data = new Option('--data <folder>', 'the folder for stored data').default('.local');

export const start = new Command('start')
  .description('Runs the whole product on this machine until Ctrl+C.')
  .addOption(port)
  .addOption(data)
  .option('--reset', 'deletes all stored data first', false)
  .option('--sample', 'adds an applicant who has answered every question, and prints how to log in', false)
  .option('--deliveries <folder>', 'writes what Slate would get by SFTP into this folder, each minute')
  .addHelpText('after', '\nExample: npm start -- --port 4700 --data /tmp/try --reset')
  .action(async (options) => (await import('./start.ts')).start(options));

export const dev = new Command('dev')
  .description('Runs the product like npm start, and applies every edit.')
  .addOption(port)
  .addOption(data)
  .option('--stage <name>', 'the settings of this stage in deployments.ts', 'dev')
  .addHelpText('after', '\nExample: npm run dev -- --stage prod')
  .action(async (options) => (await import('./start-dev.ts')).startDev(options));
