import { exportApplications } from '../operator/export/index.ts';

// Runs an export as `npm run export` does, and says last how much memory this process had at its peak, in kilobytes.

await exportApplications(process.argv.slice(2));
console.log(process.resourceUsage().maxRSS);
