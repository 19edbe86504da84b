import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { extensionIdOfKey, zipOfCrx } from './crx.ts';
import { type Files, LIMITS, readZip } from './zip.ts';

export interface Copy {
  readonly kind: 'folder' | 'crx' | 'zip';
  readonly files: Files;
}

const ZIP_BEGIN = 'PK\u0003\u0004';

/**
 * Reads all files of a folder. Follows no link.
 * @throws Error that names the first link or special file, or the exceeded limit
 */
export function readFolder(folder: string): Files {
  const files = new Map<string, Buffer>();
  let total = 0;
  const visit = (place: string) => {
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      const path = join(place, entry.name);
      const name = relative(folder, path).split(sep).join('/');
      if (entry.isDirectory()) visit(path);
      else if (!entry.isFile()) throw new Error(`${name} is a link or a special file`);
      else {
        total += lstatSync(path).size;
        if (files.size >= LIMITS.files || total > LIMITS.bytes)
          throw new Error(
            `the folder has more than ${LIMITS.files} files or ${LIMITS.bytes} bytes`,
          );
        files.set(name, readFileSync(path));
      }
    }
  };
  visit(folder);
  return files;
}

/**
 * Reads a folder, a CRX3 file or a zip. No file is written, so the name of an entry can do no harm.
 * @throws Error with one sentence when it can't be read
 */
export function readCopy(path: string): Copy {
  const stats = lstatSync(path);
  if (stats.isDirectory()) return { kind: 'folder', files: readFolder(path) };
  if (!stats.isFile()) throw new Error('it is a link or a special file; name what it leads to');
  if (stats.size > LIMITS.bytes) throw new Error(`it has more than ${LIMITS.bytes} bytes`);
  const content = readFileSync(path);
  const packed = zipOfCrx(content);
  if (packed !== undefined) return { kind: 'crx', files: readZip(packed) };
  if (content.toString('latin1', 0, ZIP_BEGIN.length) !== ZIP_BEGIN)
    throw new Error('it is neither a folder nor a CRX3 file nor a zip');
  return { kind: 'zip', files: readZip(content) };
}

/** The parts of a manifest that decide which build the copy is compared with. */
export interface Manifest {
  readonly version: string;
  readonly browser: 'chrome' | 'firefox';
  /** The id that Chromium derives from `key`. */
  readonly id: string | undefined;
}

/**
 * Reads the manifest of a copy.
 * @throws Error with one sentence if the manifest is missing or has no version
 */
export function readManifest(files: Files): Manifest {
  const text = files.get('manifest.json');
  if (text === undefined) throw new Error('it contains no manifest.json');
  const manifest: unknown = JSON.parse(text.toString('utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest))
    throw new Error('its manifest.json has no version');
  const key = 'key' in manifest ? manifest.key : undefined;
  return {
    version: String(manifest.version),
    browser: 'browser_specific_settings' in manifest ? 'firefox' : 'chrome',
    id: typeof key === 'string' ? extensionIdOfKey(Buffer.from(key, 'base64')) : undefined,
  };
}
