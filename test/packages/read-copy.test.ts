import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Zip, ZipDeflate, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCopy, readManifest } from './read-copy.ts';
import { LIMITS, readZip } from './zip.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'condor-copy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const zipOf = (files: Readonly<Record<string, string>>) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytes(text)]))),
  );

/** Replaces bytes by others of equal length, everywhere in the zip and its directory. */
function replaced(zip: Buffer, from: Buffer, to: Buffer): Buffer {
  const hex = zip.toString('hex').replaceAll(from.toString('hex'), to.toString('hex'));
  return Buffer.from(hex, 'hex');
}

/** Changes a 32-bit field in the directory's first entry. */
function directoryField(zip: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(zip);
  changed.writeUInt32LE(value, changed.indexOf('PK\u0001\u0002') + at);
  return changed;
}

const ZIP64_LOCATOR = Buffer.from(`PK\u0006\u0007${'\0'.repeat(16)}`);

function endField(zip: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(zip);
  changed.writeUInt8(value, zip.length - 22 + at);
  return changed;
}

function appended(zip: Buffer, field: 'extra' | 'comment', bytes: Buffer): Buffer {
  const [last, end] = [zip.lastIndexOf('PK\u0001\u0002'), zip.length - 22];
  const changed = Buffer.concat([zip.subarray(0, end), bytes, zip.subarray(end)]);
  changed.writeUInt16LE(bytes.length, last + (field === 'extra' ? 30 : 32));
  changed.writeUInt32LE(zip.readUInt32LE(end + 12) + bytes.length, end + bytes.length + 12);
  return changed;
}

/** Adds a second directory. Only programs that search from the end of the zip find it. */
function withHiddenDirectory(zip: Buffer): Buffer {
  const hidden = zip.subarray(zip.lastIndexOf('PK\u0001\u0002'), zip.length - 22);
  return endField(appended(zip, 'comment', hidden), 12, hidden.length);
}

/** Changes a 16-bit field in the header of the first entry. */
function headerField(zip: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(zip);
  changed.writeUInt16LE(value, at);
  return changed;
}

/** Inserts bytes between the last entry and the directory. */
function withGap(zip: Buffer, bytes: Buffer): Buffer {
  const begin = zip.readUInt32LE(zip.length - 6);
  const changed = Buffer.concat([zip.subarray(0, begin), bytes, zip.subarray(begin)]);
  changed.writeUInt32LE(begin + bytes.length, changed.length - 6);
  return changed;
}

/** Adds an Info-ZIP field that lets `unzip` rename the entry, with the checksum of `two`. */
function unicodePath(zip: Buffer): Buffer {
  const field = Buffer.from('\x75\x70\x10\0\x01????background.js', 'latin1');
  field.writeUInt16LE(field.length - 4, 2);
  field.writeUInt32LE(crc32('two'), 5);
  return appended(zip, 'extra', field);
}

/** Returns a zip whose writer didn't know the lengths in advance. */
function streamed(): Buffer {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((_, chunk) => chunks.push(chunk));
  for (const name of ['one', 'two']) {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(bytes('x'.repeat(5000)), true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

describe('a zip', () => {
  it('reads a deflated file and an empty file, and keeps the folder in a file’s name', () => {
    const files = readZip(zipOf({ 'a/b.txt': 'x'.repeat(5000), c: '' }));
    expect([...files].map(([name, content]) => [name, content.length])).toEqual([
      ['a/b.txt', 5000],
      ['c', 0],
    ]);
  });

  it.each([
    ['an additional byte at its end', (zip: Buffer) => Buffer.concat([zip, Buffer.from('x')])],
    [
      'two entries of the same name',
      (zip: Buffer) => replaced(zip, Buffer.from('two'), Buffer.from('one')),
    ],
    ['a wrong checksum', (zip: Buffer) => directoryField(zip, 16, 1)],
    ['a length below the true one', (zip: Buffer) => directoryField(zip, 24, 10)],
    ['a length above the true one', (zip: Buffer) => directoryField(zip, 24, 6000)],
    ['a length above the limit', (zip: Buffer) => directoryField(zip, 24, LIMITS.bytes + 1)],
    ['an entry outside of the file', (zip: Buffer) => directoryField(zip, 42, 0xffff_fff0)],
    ['an unknown compression', (zip: Buffer) => directoryField(zip, 10, 0x5_0001)],
    ['a directory in the comment of an entry', withHiddenDirectory],
    ['a comment of an entry', (zip: Buffer) => appended(zip, 'comment', Buffer.from('x'))],
    ['a wrong length of its directory', (zip: Buffer) => endField(zip, 12, 1)],
    ['a second disk', (zip: Buffer) => endField(zip, 4, 1)],
    ['a directory on another disk', (zip: Buffer) => endField(zip, 6, 1)],
    ['entries on another disk', (zip: Buffer) => endField(zip, 8, 1)],
    ['an entry that begins on another disk', (zip: Buffer) => directoryField(zip, 34, 1)],
    ['a zip64 locator', (zip: Buffer) => appended(zip, 'extra', ZIP64_LOCATOR)],
    ['a field that renames an entry', unicodePath],
    ['a broken extra field', (zip: Buffer) => appended(zip, 'extra', Buffer.from('UT'))],
    ['an entry that its directory leaves out', (zip: Buffer) => withGap(zip, zip.subarray(0, 60))],
    [
      'an entry header whose length differs from the directory’s',
      (zip: Buffer) => headerField(zip, 22, 1),
    ],
    [
      'an entry header whose compression differs from the directory’s',
      (zip: Buffer) => headerField(zip, 8, 0),
    ],
    ['a link', (zip: Buffer) => directoryField(zip, 38, 0xa1ff_0000)],
    ['a missing half', (zip: Buffer) => zip.subarray(0, zip.length / 2)],
    ['a missing beginning', (zip: Buffer) => zip.subarray(40)],
  ])('refuses a zip with %s', (_, change) => {
    const zip = zipOf({ one: 'x'.repeat(5000), two: 'y'.repeat(5000) });
    expect(readZip(zip).size).toBe(2);
    expect(() => readZip(change(zip))).toThrow(/zip|buffer/i);
  });

  it('reads a zip whose lengths follow the data, and a zip that stores times in an extra field', () => {
    expect(streamed().readUInt16LE(6) & 8).toBe(8);
    expect([...readZip(streamed()).keys()]).toEqual(['one', 'two']);
    const times = Buffer.from('UT\x05\0\x01????', 'latin1');
    expect(readZip(appended(zipOf({ a: 'x' }), 'extra', times)).size).toBe(1);
  });

  it('refuses a zip with a folder entry that is also a file or has no files', () => {
    expect(readZip(zipOf({ 'a/': '', 'a/b': 'x' })).size).toBe(1);
    for (const name of ['b/', '../../a/'])
      expect(() => readZip(zipOf({ [name]: '', b: 'x' }))).toThrow('a folder without files');
  });

  it('refuses a zip with too many files', () => {
    const names = Array.from({ length: LIMITS.files + 1 }, (_, i) => [`${i}`, '']);
    expect(() => readZip(zipOf(Object.fromEntries(names)))).toThrow(/more than 2000 files/);
  });

  it('keeps names that point outside of a folder or to a prototype as plain names', () => {
    const files = readZip(zipOf({ '../../evil.js': 'x', __pr0to__: 'y' }));
    expect([...files.keys()]).toEqual(['../../evil.js', '__pr0to__']);
    const renamed = replaced(
      zipOf({ __pr0to__: 'y' }),
      Buffer.from('__pr0to__'),
      Buffer.from('__proto__'),
    );
    expect([...readZip(renamed).keys()]).toEqual(['__proto__']);
  });
});

describe('a copy', () => {
  it('reads a folder, a zip, and a zip inside a CRX3 file', () => {
    const manifest = '{"version":"1.0.0"}';
    const zip = zipOf({ 'manifest.json': manifest });
    const header = Buffer.from('Cr24\u0003\0\0\0\u0002\0\0\0??', 'latin1');
    write('unpacked/manifest.json', manifest);
    const copies = [
      join(folder, 'unpacked'),
      write('a.zip', zip),
      write('a.crx', Buffer.concat([header, zip])),
    ].map(readCopy);
    expect(copies.map(({ kind }) => kind)).toEqual(['folder', 'zip', 'crx']);
    for (const { files } of copies)
      expect(readManifest(files)).toEqual({ version: '1.0.0', browser: 'chrome', id: undefined });
  });

  it('refuses a copy that contains a link or is a link', () => {
    write('unpacked/manifest.json', '{}');
    symlinkSync('/etc/hosts', join(folder, 'unpacked/hosts'));
    expect(() => readCopy(join(folder, 'unpacked'))).toThrow('hosts is a link');
    symlinkSync(join(folder, 'unpacked'), join(folder, 'link'));
    expect(() => readCopy(join(folder, 'link'))).toThrow('it is a link');
  });

  it('rejects a file that is neither a zip nor a CRX file, and a copy that has no manifest', () => {
    expect(() => readCopy(write('a.txt', 'text'))).toThrow('neither a folder nor');
    expect(() => readManifest(readCopy(write('b.zip', zipOf({ a: '' }))).files)).toThrow(
      'contains no manifest.json',
    );
  });

  it('recognizes a copy for Firefox by the Firefox settings in its manifest', () => {
    const text = '{"version":"1.0.0","browser_specific_settings":{}}';
    expect(readManifest(new Map([['manifest.json', Buffer.from(text)]])).browser).toBe('firefox');
  });
});
