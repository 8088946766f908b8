import { serveProduct } from '../../dev/serve.ts';

// Runs the product as npm start does, but events arrive twice and out of order. For example, an event may
// arrive before the call that belongs to it, or after the deletion.
const [port, data = '', seed] = process.argv.slice(2);
await serveProduct({ data, port: Number(port), delivery: { seed: Number(seed) } });
