export { buildAndMeasure } from './build.ts';
export { buildFunctions } from './build-functions.ts';
export { withBuildLock } from './build-lock.ts';
export { buildWeb } from './build-web.ts';
export { assemblyOf, check, checkStages } from './check.ts';
export { checkUniversity } from './check-university.ts';
export { ensureBuilt } from './ensure-built.ts';
export { linesLeftFromSample } from './left-from-sample.ts';
export { synth } from './synth.ts';
