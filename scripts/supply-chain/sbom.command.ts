import { Command } from '@commander-js/extra-typings';

export const sbom = new Command('sbom')
  .description(
    'Writes the software bill of materials, with versions and licenses, into dist/sbom (CycloneDX JSON).',
  )
  .addHelpText('after', '\nExample: npx matricula ops sbom')
  .action(async () => (await import('./sbom.ts')).writeSbom());
