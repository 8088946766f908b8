import { assemble } from '../build/assemble.ts';
import { imagePrograms, serveUntilStopped } from '../dev/serve.ts';
import { startLocalCloud } from '../local-cloud/index.ts';

// What npm start runs, but events arrive twice and out of order: before the call that belongs to them, or after the deletion.
const [port, data = '', seed] = process.argv.slice(2);
const cloud = await startLocalCloud({
  assembly: await assemble(),
  data,
  port: Number(port),
  programs: imagePrograms(),
  keepsTime: true,
  delivery: { seed: Number(seed) },
});
await serveUntilStopped(cloud);
await cloud.close();
