/**
 * Replaces fontkit's decoder of WOFF2 fonts, which we do not use, with Node's. Its dictionary was half of the
 * code that draws a PDF.
 */
export { brotliDecompressSync as default } from 'node:zlib';
