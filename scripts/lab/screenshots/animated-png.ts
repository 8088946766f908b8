import { crc32 } from 'node:zlib';

// PNG, third edition (W3C, 2025), section 11.3.5: chunks of animations.

export interface Frame {
  /** A PNG. All frames have the same size and color type. */
  readonly png: Buffer;
  readonly milliseconds: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function* chunksOf(png: Buffer): Generator<Chunk> {
  for (let start = signature.length; start < png.length; ) {
    const length = png.readUInt32BE(start);
    yield {
      type: png.toString('latin1', start + 4, start + 8),
      data: png.subarray(start + 8, start + 8 + length),
    };
    start += length + 12;
  }
}

function written({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

const numbers = (...values: readonly number[]): Buffer => {
  const data = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) data.writeUInt32BE(value, index * 4);
  return data;
};

/** The whole window for so many milliseconds, drawn over the frame before. */
const frameControl = (sequence: number, header: Buffer, milliseconds: number): Chunk => {
  const times = Buffer.alloc(6);
  times.writeUInt16BE(milliseconds, 0);
  times.writeUInt16BE(1_000, 2);
  const size = [header.readUInt32BE(0), header.readUInt32BE(4)];
  return { type: 'fcTL', data: Buffer.concat([numbers(sequence, ...size, 0, 0), times]) };
};

/** One PNG that plays its frames again and again. Browsers without animations show the first. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const header = [...chunksOf(frames[0]?.png ?? Buffer.alloc(0))].find(({ type }) => type === 'IHDR');
  if (header === undefined) throw new Error('An animation needs a first frame.');
  const chunks: Chunk[] = [header, { type: 'acTL', data: numbers(frames.length, 0) }];
  let sequence = 0;
  for (const [index, { png, milliseconds }] of frames.entries()) {
    const all = [...chunksOf(png)];
    if (!all.find(({ type }) => type === 'IHDR')?.data.equals(header.data))
      throw new Error('The frames of an animation must have the same size and colors.');
    chunks.push(frameControl(sequence++, header.data, milliseconds));
    for (const { type, data } of all)
      if (type === 'IDAT')
        chunks.push(
          index === 0 ? { type, data } : { type: 'fdAT', data: Buffer.concat([numbers(sequence++), data]) },
        );
  }
  chunks.push({ type: 'IEND', data: Buffer.alloc(0) });
  return Buffer.concat([signature, ...chunks.map(written)]);
}
