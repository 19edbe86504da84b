import { crc32, inflateRawSync } from 'node:zlib';

/** Names and contents of files; a name has `/` between folders. */
export type Files = ReadonlyMap<string, Buffer>;

/** More than any package needs, and little enough to be compared at once. */
export const LIMITS = { files: 2000, bytes: 64 * 1024 * 1024 } as const;

const SIGNATURE = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50, zip64: 0x07064b50 };
const LENGTH = { end: 22, entry: 46, local: 30, zip64: 20 };
const ENCRYPTED = 1;
const METHOD = { stored: 0, deflated: 8 };

function check(isGood: boolean, problem: string): asserts isGood {
  if (!isGood) throw new Error(`the zip ${problem}`);
}

/** Returns an entry's bytes after comparing its length and checksum with those of the directory. */
function contentOf(zip: Buffer, entry: Buffer, name: string): Buffer {
  const [method, packed, length] = [10, 20, 24].map((at) =>
    at === 10 ? entry.readUInt16LE(at) : entry.readUInt32LE(at),
  ) as [number, number, number];
  const start = entry.readUInt32LE(42);
  check((entry.readUInt16LE(8) & ENCRYPTED) === 0, 'is encrypted');
  check(start + LENGTH.local <= zip.length, 'is cut off');
  check(zip.readUInt32LE(start) === SIGNATURE.local, 'has an entry without a header');
  const nameLength = zip.readUInt16LE(start + 26);
  const nameEnd = start + LENGTH.local + nameLength;
  check(zip.toString('utf8', start + LENGTH.local, nameEnd) === name, 'names an entry twice');
  const data = nameEnd + zip.readUInt16LE(start + 28);
  check(data + packed <= zip.length, 'is cut off');
  const bytes = zip.subarray(data, data + packed);
  check(method === METHOD.stored || method === METHOD.deflated, 'uses an unknown compression');
  const content =
    method === METHOD.stored ? bytes : inflateRawSync(bytes, { maxOutputLength: length || 1 });
  check(content.length === length, 'states a wrong length');
  check(crc32(content) === entry.readUInt32LE(16), 'states a wrong checksum');
  return content;
}

/** Returns where the directory begins, unless another program can look for it elsewhere. */
function directoryOf(zip: Buffer, end: number): number {
  const begin = zip.readUInt32LE(end + 16);
  const locator = end - LENGTH.zip64;
  const isZip64 = locator >= 0 && zip.readUInt32LE(locator) === SIGNATURE.zip64;
  check(!isZip64, 'has a second end, of zip64');
  check(zip.readUInt32LE(end + 4) === 0, 'has more than one disk');
  check(zip.readUInt16LE(end + 8) === zip.readUInt16LE(end + 10), 'has more than one disk');
  check(zip.readUInt32LE(end + 12) === end - begin, 'states a wrong length of its directory');
  return begin;
}

/**
 * Reads a zip that nobody vouches for. Programs read an ambiguous zip differently, so one with a
 * comment, a second end, a directory of another place or length, a name twice or any wrong length or
 * checksum is refused.
 * @throws Error that names the defect; RangeError when an entry is longer than it states
 */
export function readZip(zip: Buffer): Files {
  const end = zip.length - LENGTH.end;
  check(end >= 0 && zip.readUInt32LE(end) === SIGNATURE.end, 'has no end, or a comment after it');
  const count = zip.readUInt16LE(end + 10);
  check(count <= LIMITS.files, `contains more than ${LIMITS.files} files`);
  const files = new Map<string, Buffer>();
  const names = new Set<string>();
  let at = directoryOf(zip, end);
  let total = 0;
  for (let number = 0; number < count; number += 1) {
    check(at + LENGTH.entry <= end, 'is cut off');
    const entry = zip.subarray(at, end);
    check(entry.readUInt32LE(0) === SIGNATURE.entry, 'has a broken directory');
    check(entry.readUInt16LE(32) === 0, 'has an entry with a comment');
    check(entry.readUInt16LE(34) === 0, 'has more than one disk');
    const nameEnd = LENGTH.entry + entry.readUInt16LE(28);
    const name = entry.toString('utf8', LENGTH.entry, nameEnd);
    at += nameEnd + entry.readUInt16LE(30);
    check(!names.has(name), 'names an entry twice');
    names.add(name);
    total += entry.readUInt32LE(24);
    check(total <= LIMITS.bytes, `contains more than ${LIMITS.bytes} bytes`);
    const content = contentOf(zip, entry, name);
    if (!name.endsWith('/') || content.length > 0) files.set(name, content);
  }
  check(at === end, 'has a broken directory');
  return files;
}
