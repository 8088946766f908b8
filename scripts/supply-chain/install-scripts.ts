/**
 * Packages with an install script. `npm ci` of the project uses `--ignore-scripts`, in scripts/run.mjs and in
 * the workflows, so only the script of the image runs.
 */
export const installScripts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '.': {
    esbuild:
      'Not run. It would only replace a small launcher by the platform’s binary, which is a package of its own',
    'classic-level':
      'Not run. It would compile LevelDB where no prebuilt binary fits; dynalite uses it in tests',
  },
  'lambdas/conversion/office-image': {
    'aws-lambda-ric':
      "Run, in the build stage of the image: it compiles Amazon's client of Lambda's Runtime API against the image's own Node. The stage is thrown away",
  },
};
