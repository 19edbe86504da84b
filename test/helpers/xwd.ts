import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Offsets in the header of an X window dump, version 7 (XWDFile.h): big-endian words. */
const HEADER = { size: 0, width: 16, height: 20, bytesPerLine: 48, colors: 76 } as const;
const COLOR_BYTES = 12;

/** Converts an X window dump with 32 bits per pixel (blue, green, red, unused) to a PNG. */
export function pngOfXwd(dump: Buffer): Buffer {
  const word = (name: keyof typeof HEADER) => dump.readUInt32BE(HEADER[name]);
  const [width, height] = [word('width'), word('height')];
  const start = word('size') + word('colors') * COLOR_BYTES;
  const lines = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = start + y * word('bytesPerLine') + 4 * x;
      const to = y * (1 + 3 * width) + 1 + 3 * x;
      lines.writeUIntBE(dump.readUIntLE(from, 3), to, 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // The image has 8 bits per colour (red, green, blue) and isn't interlaced.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}
