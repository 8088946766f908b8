import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ensureProgram } from '../../dev/programs.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A machine with no program but apt-get, which logs its arguments and then runs the given command. */
function machineWith(install: string) {
  const folder = mkdtempSync(join(tmpdir(), 'machine-'));
  const script = `#!/bin/sh\necho "$@" >> ${folder}/arguments\ncase "$*" in *update*) ;; *) ${install} ;; esac\n`;
  writeFileSync(join(folder, 'apt-get'), script);
  chmodSync(join(folder, 'apt-get'), 0o755);
  vi.stubEnv('PATH', folder);
  vi.stubEnv('SOFFICE', '');
  vi.spyOn(console, 'log').mockImplementation(() => {});
  return folder;
}

const isDebian = existsSync('/etc/debian_version');
const packages = 'libreoffice-writer-nogui fonts-crosextra-carlito fonts-crosextra-caladea fonts-liberation';

describe.runIf(isDebian)('LibreOffice on Debian', () => {
  it('is installed for root, with the fonts that Word documents expect', async () => {
    const folder = machineWith(
      ': > "$(/usr/bin/dirname "$0")/soffice"; /bin/chmod +x "$(/usr/bin/dirname "$0")/soffice"',
    );
    vi.spyOn(process, 'getuid').mockReturnValue(0);
    expect(await ensureProgram('soffice')).toEqual({ file: join(folder, 'soffice') });
    expect(readFileSync(join(folder, 'arguments'), 'utf8').trim().split('\n')).toEqual([
      '-o Acquire::Retries=1 update -qq',
      `-o Acquire::Retries=1 install -y -qq --no-install-recommends ${packages}`,
    ]);
  });

  it.each([
    ['a user who may not install it', 1000],
    ['root, when the installation fails', 0],
  ])('is named with its install command to %s', async (_name, user) => {
    machineWith('exit 100');
    vi.spyOn(process, 'getuid').mockReturnValue(user);
    expect(await ensureProgram('soffice')).toEqual({
      missing: `LibreOffice (Word documents) is missing: sudo apt-get install -y ${packages}`,
    });
  });
});
