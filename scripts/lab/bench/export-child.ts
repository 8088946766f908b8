import { exportCommand } from '../../operator/export/command.ts';

// Runs an export like `npx matricula staff export`. The last line has the peak memory of this process in
// kilobytes and its processor time in microseconds.

await exportCommand.parseAsync(process.argv.slice(2), { from: 'user' });
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
console.log(`${maxRSS} ${userCPUTime + systemCPUTime}`);
