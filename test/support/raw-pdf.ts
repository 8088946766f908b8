/** Adds an object, in the syntax of PDF, and returns a reference to it. */
export type Add = (object: string) => string;

interface Parts {
  readonly catalog?: string;
  /** The entries of the tree of pages. */
  readonly pages?: string;
  /** The entries of the only page. */
  readonly page: string;
}

/** A PDF of one page, from entries and from the objects that are added for them. */
export const rawPdf = (build: (add: Add) => Parts): Buffer => {
  const objects: string[] = ['', '', ''];
  const { catalog = '', pages = '', page } = build((object) => `${objects.push(object)} 0 R`);
  objects[0] = `<</Type /Catalog /Pages 2 0 R ${catalog}>>`;
  objects[1] = `<</Type /Pages /Kids [3 0 R] /Count 1 ${pages}>>`;
  objects[2] = `<</Type /Page /Parent 2 0 R ${page}>>`;
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}trailer\n<</Size ${size} /Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
};

/** A stream with its dictionary's entries. */
export const stream = (entries: string, data: string | Uint8Array): string => {
  const text = typeof data === 'string' ? data : Buffer.from(data).toString('latin1');
  return `<<${entries} /Length ${text.length}>>\nstream\n${text}\nendstream`;
};
