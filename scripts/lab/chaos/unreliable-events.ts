import { serveProduct } from '../../dev/serve.ts';

// What npm start runs, but events arrive twice and out of order: before the call that belongs to them, or after the deletion.
const [port, data = '', seed] = process.argv.slice(2);
await serveProduct({ data, port: Number(port), delivery: { seed: Number(seed) } });
