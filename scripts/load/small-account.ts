import { assemble } from '../build/assemble.ts';
import { imagePrograms, serveUntilStopped } from '../dev/serve.ts';
import { startLocalCloud } from '../local-cloud/index.ts';

// What npm start runs, in an account that lets fewer functions run at once. It ends with the process that started it.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
const [port, data = '', concurrentExecutions] = process.argv.slice(2);
const cloud = await startLocalCloud({
  assembly: await assemble(),
  data,
  port: Number(port),
  programs: imagePrograms(),
  keepsTime: true,
  quotas: { concurrentExecutions: Number(concurrentExecutions) },
});
await serveUntilStopped(cloud);
await cloud.close();
