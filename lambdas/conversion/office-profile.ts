import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
];

const item = ([path, name, value]: readonly [string, string, string]) =>
  `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

const registry = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings.map(item).join('\n')}
</oor:items>
`;

/**
 * Writes a profile for one run. Two runs must not share one, and nothing of a document may stay after its
 * run.
 */
export const writeProfile = async (folder: string) => {
  const user = join(folder, 'user');
  await mkdir(user, { recursive: true });
  await writeFile(join(user, 'registrymodifications.xcu'), registry);
};
