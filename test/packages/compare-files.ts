import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Files } from './zip.ts';

interface Fingerprint {
  readonly bytes: number;
  readonly sha256: string;
}

export type Difference =
  | { readonly kind: 'changed'; readonly name: string; copy: Fingerprint; own: Fingerprint }
  | { readonly kind: 'added'; readonly name: string; copy: Fingerprint }
  | { readonly kind: 'missing'; readonly name: string; own: Fingerprint };

export interface Comparison {
  /** Number of files with equal content. */
  readonly same: number;
  readonly differences: readonly Difference[];
  /** Files and manifest keys that aren't compared, because a store or a browser adds them. */
  readonly ignored: readonly string[];
  /** JSON files with equal values but different bytes. Chromium rewrites them. */
  readonly rewritten: readonly string[];
}

/** Files that a store or a browser adds to a package: signatures, hashes and its own indexes. */
const STORE_FILES = [
  /^_metadata\/(?:verified_contents|computed_hashes)\.json$/,
  /^_metadata\/generated_indexed_rulesets\/_ruleset\d+$/,
  /^META-INF\/(?:manifest\.mf|mozilla\.sf|mozilla\.rsa|cose\.manifest|cose\.sig)$/,
  /^manifest\.fingerprint$/,
];

/** The only allowed update addresses. Another address could deliver another program. */
const STORE_UPDATES: readonly unknown[] = [
  'https://clients2.google.com/service/update2/crx',
  'https://edge.microsoft.com/extensionwebstorebase/v1/crx',
];

/** Keys of a manifest that a store or a browser sets, and the values that they may have. */
const STORE_KEYS: Readonly<Record<string, (value: unknown) => boolean>> = {
  key: (value) => typeof value === 'string',
  differential_fingerprint: (value) => typeof value === 'string',
  update_url: (value) => STORE_UPDATES.includes(value),
};

/** JSON files that Chromium rewrites when it installs a package. */
const REWRITTEN = /^(?:manifest|_locales\/[^/]+\/messages)\.json$/;

const isStoreFile = (name: string) => STORE_FILES.some((pattern) => pattern.test(name));

const fingerprint = (content: Buffer): Fingerprint => ({
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}

function storeKeys(copy: unknown, own: unknown): readonly string[] {
  const [there, here] = [Object(copy), Object(own)];
  return Object.entries(STORE_KEYS)
    .filter(
      ([key, isStores]) =>
        Object.hasOwn(there, key) && !Object.hasOwn(here, key) && isStores(there[key]),
    )
    .map(([key]) => key);
}

/** Returns true if two JSON files have equal values, ignoring some keys of the copy. */
function hasSameValues(copy: unknown, own: unknown, ignored: readonly string[]): boolean {
  if (copy === undefined || own === undefined) return false;
  const rest = Object.entries(Object(copy)).filter(([key]) => !ignored.includes(key));
  return isDeepStrictEqual(Object.fromEntries(rest), own);
}

/** Compares a copy with your own build of the same version. */
export function compareFiles(copy: Files, own: Files): Comparison {
  const differences: Difference[] = [];
  const ignored: string[] = [];
  const rewritten: string[] = [];
  let same = 0;
  for (const name of [...new Set([...copy.keys(), ...own.keys()])].sort()) {
    const [there, here] = [copy.get(name), own.get(name)];
    if (there === undefined) {
      if (here !== undefined) differences.push({ kind: 'missing', name, own: fingerprint(here) });
    } else if (here === undefined) {
      if (isStoreFile(name)) ignored.push(name);
      else differences.push({ kind: 'added', name, copy: fingerprint(there) });
    } else if (there.equals(here)) same += 1;
    else {
      const [values, ownValues] = [parse(there), parse(here)];
      const keys = name === 'manifest.json' ? storeKeys(values, ownValues) : [];
      if (REWRITTEN.test(name) && hasSameValues(values, ownValues, keys)) {
        same += 1;
        rewritten.push(name);
        ignored.push(...keys.map((key) => `${key} in manifest.json`));
      } else {
        const prints = { copy: fingerprint(there), own: fingerprint(here) };
        differences.push({ kind: 'changed', name, ...prints });
      }
    }
  }
  return { same, differences, ignored, rewritten };
}
