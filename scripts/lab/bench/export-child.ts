import { existsSync, readFileSync } from 'node:fs';
import { exportCommand } from '../../operator/export/command.ts';

// Runs an export like `npx matricula staff export`. The last line has the peak memory of this process in
// kilobytes and its processor time in microseconds.

const status = '/proc/self/status';

/** On Linux, `maxRSS` includes the parent's memory at the time of the fork. `VmHWM` does not. */
function peakKilobytes(): number {
  const peak = existsSync(status) && /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(status, 'utf8'))?.[1];
  return peak ? Number(peak) : process.resourceUsage().maxRSS;
}

await exportCommand.parseAsync(process.argv.slice(2), { from: 'user' });
const { userCPUTime, systemCPUTime } = process.resourceUsage();
console.log(`${peakKilobytes()} ${userCPUTime + systemCPUTime}`);
