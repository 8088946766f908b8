import { startFixture } from './fixture.ts';

// A local cloud in a separate process, which the test kills. It prints its address, then waits.
const [data = ''] = process.argv.slice(2);
const { cloud } = await startFixture(data);
console.log(JSON.stringify({ url: cloud.url, credentials: cloud.credentials }));
