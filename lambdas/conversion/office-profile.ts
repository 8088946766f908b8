import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const security = '/org.openoffice.Office.Common/Security/Scripting';

/**
 * With its default settings the converter fetches linked pictures and embeds local files (the class of
 * CVE-2026-55229).
 */
const settings: readonly (readonly [path: string, name: string, value: string])[] = [
  [security, 'BlockUntrustedRefererLinks', 'true'],
  [security, 'DisableMacrosExecution', 'true'],
  [security, 'MacroSecurityLevel', '3'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Field', 'false'],
  // A profile of an older version makes LibreOffice test its drawing first: 0.6 of a run's 1.0 seconds.
  ['/org.openoffice.Setup/Product', 'ooSetupLastVersion', '99.9'],
];

const item = ([path, name, value]: readonly [string, string, string]) =>
  `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

const registry = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings.map(item).join('\n')}
</oor:items>
`;

/** The build of a LibreOffice, from the file next to its program. Some systems have that file elsewhere. */
const buildOf = async (program: string) => {
  const found = join(dirname(await realpath(program)), 'versionrc');
  const lines = await readFile(found, 'utf8').catch(() => '');
  return /^buildid=(.*)$/m.exec(lines)?.[1] ?? '';
};

/**
 * Writes a profile for one run. Two runs must not share one, and nothing of a document may stay after its
 * run. A profile without the program's build makes LibreOffice start twice: 0.1 seconds.
 */
export const writeProfile = async (folder: string, program: string) => {
  const extensions = join(folder, 'user/extensions');
  await mkdir(extensions, { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'user/registrymodifications.xcu'), registry),
    writeFile(join(extensions, 'buildid'), await buildOf(program)),
  ]);
};
