import { serveProduct } from '../../dev/serve.ts';

// What npm start runs, in an account that lets fewer functions run at once. It ends with the process that started it.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
const [port, data = '', concurrentExecutions] = process.argv.slice(2);
await serveProduct({
  data,
  port: Number(port),
  quotas: { concurrentExecutions: Number(concurrentExecutions) },
});
