export { buildFunctions } from './build-functions.ts';
export { buildWeb } from './build-web.ts';
export { synth } from './synth.ts';
