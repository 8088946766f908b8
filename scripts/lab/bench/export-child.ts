import { exportApplications } from '../../operator/export/index.ts';

// Runs an export as `npm run export` does, and says last how much memory this process had at its peak, in kilobytes, and how much
// processor time it took, in microseconds.

await exportApplications(process.argv.slice(2));
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
console.log(`${maxRSS} ${userCPUTime + systemCPUTime}`);
