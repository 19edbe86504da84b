import { crc32, inflateRawSync } from 'node:zlib';

/** Contents of files by name. A name has `/` between folders. */
export type Files = ReadonlyMap<string, Buffer>;

/**
 * Maximum number of files and bytes. No package reaches these limits, and such sizes still fit in
 * memory.
 */
export const LIMITS = { files: 2000, bytes: 64 * 1024 * 1024 } as const;

const SIGNATURE = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50, zip64: 0x07064b50 };
const LENGTH = { end: 22, entry: 46, local: 30, zip64: 20 };
const FLAG = { encrypted: 1, streamed: 8 } as const;
const DESCRIPTOR_LENGTHS = [12, 16];
/** Ids of allowed extra fields: NTFS, four of Info-ZIP, and the marker of a JAR file. */
const TIMES_AND_OWNERS = new Set([0x000a, 0x5855, 0x7855, 0x7875, 0x5455, 0xcafe]);
const FILE_TYPE = { mask: 0xf000, link: 0xa000 } as const;
const METHOD = { stored: 0, deflated: 8 };

function check(isGood: boolean, problem: string): asserts isGood {
  if (!isGood) throw new Error(`the zip ${problem}`);
}

/** An entry's content, with the positions of header and data in the zip. */
interface Part {
  readonly start: number;
  readonly end: number;
  /** True if checksum and lengths are repeated after the data. */
  readonly isStreamed: boolean;
  readonly content: Buffer;
}

/**
 * Throws for extra fields of other kinds, because a field could change the name (`0x7075`) or the
 * length.
 */
function checkExtra(extra: Buffer): void {
  let at = 0;
  while (at + 4 <= extra.length) {
    check(TIMES_AND_OWNERS.has(extra.readUInt16LE(at)), 'has an extra field of another kind');
    at += 4 + extra.readUInt16LE(at + 2);
  }
  check(at === extra.length, 'has a broken extra field');
}

/** Reads an entry. Throws if its header, length or checksum differs from the directory. */
function readPart(zip: Buffer, entry: Buffer, name: string): Part {
  const flags = entry.readUInt16LE(8);
  const method = entry.readUInt16LE(10);
  const packed = entry.readUInt32LE(20);
  const length = entry.readUInt32LE(24);
  const start = entry.readUInt32LE(42);
  check((flags & FLAG.encrypted) === 0, 'is encrypted');
  check(start + LENGTH.local <= zip.length, 'is cut off');
  check(zip.readUInt32LE(start) === SIGNATURE.local, 'has an entry without a header');
  const isStreamed = (flags & FLAG.streamed) !== 0;
  const [own, listed] = [zip.subarray(start + 6, start + 26), entry.subarray(8, 28)];
  const isEmpty = isStreamed && own.subarray(8).every((byte) => byte === 0);
  check(
    own.equals(listed) || (isEmpty && own.subarray(0, 8).equals(listed.subarray(0, 8))),
    'has an entry that its directory describes otherwise',
  );
  const nameEnd = start + LENGTH.local + zip.readUInt16LE(start + 26);
  check(zip.toString('utf8', start + LENGTH.local, nameEnd) === name, 'names an entry twice');
  const data = nameEnd + zip.readUInt16LE(start + 28);
  checkExtra(zip.subarray(nameEnd, data));
  const end = data + packed;
  check(end <= zip.length, 'is cut off');
  const bytes = zip.subarray(data, end);
  check(method === METHOD.stored || method === METHOD.deflated, 'uses an unknown compression');
  const content =
    method === METHOD.stored ? bytes : inflateRawSync(bytes, { maxOutputLength: length || 1 });
  check(content.length === length, 'states a wrong length');
  check(crc32(content) === entry.readUInt32LE(16), 'states a wrong checksum');
  return { start, end, isStreamed, content };
}

/** Throws if there are bytes between entries, because some programs could read them as an entry. */
function checkGaps(parts: readonly Part[], begin: number): void {
  const ordered = parts.toSorted((a, b) => a.start - b.start);
  check((ordered[0]?.start ?? begin) === 0, 'has bytes before its entries');
  for (const [i, { end, isStreamed }] of ordered.entries()) {
    const gap = (ordered[i + 1]?.start ?? begin) - end;
    const isDescriptor = isStreamed && DESCRIPTOR_LENGTHS.includes(gap);
    check(gap === 0 || isDescriptor, 'has bytes between its entries');
  }
}

/** Returns the directory's position. Throws if other programs could find a different directory. */
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
 * Reads an untrusted zip. Refuses an ambiguous zip, which programs would read differently: one with
 * a comment, a second end, a directory of another position or length, bytes between entries, an
 * extra field that could rename an entry, a link, a folder without files, a name twice, or any
 * wrong length or checksum.
 * @throws Error that names the defect; RangeError when an entry is longer than it states
 */
export function readZip(zip: Buffer): Files {
  const end = zip.length - LENGTH.end;
  check(end >= 0 && zip.readUInt32LE(end) === SIGNATURE.end, 'has no end, or a comment after it');
  const count = zip.readUInt16LE(end + 10);
  check(count <= LIMITS.files, `contains more than ${LIMITS.files} files`);
  const files = new Map<string, Buffer>();
  const names = new Set<string>();
  const parts: Part[] = [];
  const begin = directoryOf(zip, end);
  let at = begin;
  let total = 0;
  for (let number = 0; number < count; number += 1) {
    check(at + LENGTH.entry <= end, 'is cut off');
    const entry = zip.subarray(at, end);
    check(entry.readUInt32LE(0) === SIGNATURE.entry, 'has a broken directory');
    check(entry.readUInt16LE(32) === 0, 'has an entry with a comment');
    check(entry.readUInt16LE(34) === 0, 'has more than one disk');
    const nameEnd = LENGTH.entry + entry.readUInt16LE(28);
    const name = entry.toString('utf8', LENGTH.entry, nameEnd);
    const next = nameEnd + entry.readUInt16LE(30);
    checkExtra(entry.subarray(nameEnd, next));
    at += next;
    const type = entry.readUInt16LE(40) & FILE_TYPE.mask;
    check(type !== FILE_TYPE.link, 'contains a link');
    check(!names.has(name), 'names an entry twice');
    names.add(name);
    total += entry.readUInt32LE(24);
    check(total <= LIMITS.bytes, `contains more than ${LIMITS.bytes} bytes`);
    const part = readPart(zip, entry, name);
    parts.push(part);
    if (!name.endsWith('/') || part.content.length > 0) files.set(name, part.content);
  }
  check(at === end, 'has a broken directory');
  checkGaps(parts, begin);
  for (const name of names)
    check(
      files.has(name) || [...files.keys()].some((file) => file.startsWith(name)),
      'has a folder without files',
    );
  return files;
}
