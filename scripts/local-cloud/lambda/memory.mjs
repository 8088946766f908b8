// @ts-check
import { getHeapStatistics } from 'node:v8';

const mebibyte = 1024 * 1024;

/**
 * Checks heap, buffers and WebAssembly of this thread. Its share of the process's own memory is unknown.
 * @param {number} megabytes
 */
export function isOverMemory(megabytes) {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external > megabytes * mebibyte;
}
