import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string) => `${join(library, name)}/`;

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes for each pixel. */
  readonly data: Uint8ClampedArray;
}

/** The parts of a canvas that are used here. */
interface Canvas {
  readonly canvas: object;
  readonly context: { getImageData(x: number, y: number, width: number, height: number): Pixels };
}

/** Renders the pages of a PDF. */
export const drawnPages = async (bytes: Uint8Array): Promise<readonly Pixels[]> => {
  const task = getDocument({
    data: Uint8Array.from(bytes),
    verbosity: 0,
    useSystemFonts: false,
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    wasmUrl: folder('wasm'),
  });
  const document = await task.promise;
  const pages: Pixels[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
    const { canvas, context } = (
      document.canvasFactory as unknown as { create(width: number, height: number): Canvas }
    ).create(width, height);
    await page.render({ canvas: canvas as HTMLCanvasElement, viewport }).promise;
    const { data } = context.getImageData(0, 0, width, height);
    pages.push({ width, height, data });
  }
  await task.destroy();
  return pages;
};

/** The share of pixels that differ visibly, and 1 when the pages differ in number or size. */
export const difference = (some: readonly Pixels[], others: readonly Pixels[]): number => {
  const sizes = (pages: readonly Pixels[]) => pages.map(({ width, height }) => `${width}x${height}`).join();
  if (sizes(some) !== sizes(others)) return 1;
  let [different, all] = [0, 0];
  for (const [index, { data }] of some.entries()) {
    const other = others[index]?.data ?? data;
    all += data.length;
    for (let at = 0; at < data.length; at++)
      if (Math.abs((data[at] ?? 0) - (other[at] ?? 0)) > 16) different++;
  }
  return different / all;
};
