import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../files.ts';

export interface Key {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** The caller name of tests and tools, which may do everything. */
export const administrator = 'administrator';

/** One access key for each role. Keys survive a restart, so presigned links stay valid. */
export class Keys {
  readonly #byId = new Map<string, { readonly key: Key; readonly owner: string }>();
  readonly #byOwner = new Map<string, Key>();

  constructor(folder: string, owners: readonly string[]) {
    const file = join(folder, 'keys-seed');
    if (!existsSync(file)) writeAtomically(file, randomBytes(32).toString('hex'));
    const seed = readFileSync(file, 'utf8');
    const derive = (purpose: string) => createHmac('sha256', seed).update(purpose).digest();
    for (const owner of [administrator, ...owners]) {
      const key = {
        accessKeyId: `ASIA${derive(`id ${owner}`).toString('hex').slice(0, 16).toUpperCase()}`,
        secretAccessKey: derive(`secret ${owner}`).toString('base64'),
        sessionToken: derive(`session ${owner}`).toString('base64'),
      };
      this.#byId.set(key.accessKeyId, { key, owner });
      this.#byOwner.set(owner, key);
    }
  }

  of(owner: string): Key {
    const key = this.#byOwner.get(owner);
    if (key === undefined) throw new Error(`No access key for ${owner}.`);
    return key;
  }

  find(accessKeyId: string) {
    return this.#byId.get(accessKeyId);
  }
}
