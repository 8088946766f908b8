import { type FileHandle, open, rename } from 'node:fs/promises';

/** Opens a file and truncates it to its recorded length. An interrupted page is written again. */
export async function openAt(path: string, length: number): Promise<FileHandle> {
  const file = await open(path, length === 0 ? 'w' : 'r+', 0o600);
  await file.truncate(length);
  return file;
}

/** Appends text after `length` bytes. Returns the new length. */
export async function append(file: FileHandle, length: number, text: string): Promise<number> {
  const bytes = Buffer.from(text);
  if (bytes.length === 0) return length;
  await file.write(bytes, 0, bytes.length, length);
  await file.datasync();
  return length + bytes.length;
}

/** Writes a file under another name, which it loses when it is complete. */
export async function writeWhole(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
