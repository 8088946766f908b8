import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const day = 24 * 60 * 60 * 1000;
/** Safari rejects certificates that are valid for more than 398 days. */
const daysValid = 397;

/**
 * The self-signed certificate of this machine's https address. It is stored in the data folder, so a
 * browser's exception for it survives a restart. It is renewed a month before it expires.
 */
export async function ownCertificate(data: string): Promise<Certificate> {
  const folder = join(data, 'tls');
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
  const stored = readCertificate(files);
  if (stored !== undefined) return stored;
  // Loaded only to make a certificate.
  const { generate } = await import('selfsigned');
  const { private: key, cert } = await generate(
    [{ name: 'commonName', value: 'Matricula on this machine' }],
    {
      keyType: 'ec',
      notAfterDate: new Date(Date.now() + daysValid * day),
      extensions: [
        { name: 'basicConstraints', cA: false },
        {
          name: 'subjectAltName',
          altNames: [
            { type: 7, ip: '127.0.0.1' },
            { type: 2, value: 'localhost' },
          ],
        },
      ],
    },
  );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(files.key, key, { mode: 0o600 });
  writeFileSync(files.cert, cert);
  return { key, cert };
}

function readCertificate(files: Certificate): Certificate | undefined {
  if (!existsSync(files.key) || !existsSync(files.cert)) return undefined;
  const [key, cert] = [readFileSync(files.key, 'utf8'), readFileSync(files.cert, 'utf8')];
  const ends = Date.parse(new X509Certificate(cert).validTo);
  return ends - Date.now() > 30 * day ? { key, cert } : undefined;
}
