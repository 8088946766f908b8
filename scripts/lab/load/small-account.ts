import { serveProduct } from '../../dev/serve.ts';

// Runs the product as npm start does, with a lower limit of concurrent executions. It exits with its parent
// process.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
const [port, data = '', concurrentExecutions] = process.argv.slice(2);
await serveProduct({
  data,
  port: Number(port),
  quotas: { concurrentExecutions: Number(concurrentExecutions) },
});
