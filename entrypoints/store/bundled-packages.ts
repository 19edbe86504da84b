import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as the package states it. */
  readonly license: string;
  /** Text of the license file, or a sentence that the package contains no license text. */
  readonly licenseText: string;
}

const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENSE_FILE = /^(licen[cs]e|copying)/i;

function isManifest(value: unknown): value is { name: string; version: string; license: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['name', 'version', 'license'].every(
      (key) => typeof Object.getOwnPropertyDescriptor(value, key)?.value === 'string',
    )
  );
}

function readPackage(folder: string): BundledPackage {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!isManifest(manifest)) throw new Error(`${folder} doesn't state its name, version, license`);
  const file = readdirSync(folder)
    .sort()
    .find((name) => LICENSE_FILE.test(name));
  // Some packages name their license without including its text.
  const licenseText =
    file === undefined
      ? `The package contains no license text; its manifest names ${manifest.license}.`
      : readFileSync(join(folder, file), 'utf8').trim();
  const { name, version, license } = manifest;
  return { name, version, license, licenseText };
}

/**
 * Returns the packages in a build, sorted by name and version, without duplicates.
 * @param moduleIds paths of all bundled modules
 * @param copied folders of packages whose files are copied or whose styles are generated
 * @throws if a package doesn't name its license
 */
export function bundledPackages(
  moduleIds: readonly string[],
  copied: readonly string[],
): readonly BundledPackage[] {
  const folders = moduleIds.flatMap((id) => PACKAGE_FOLDER.exec(id)?.[0] ?? []);
  const packages = new Map<string, BundledPackage>();
  for (const folder of new Set([...folders, ...copied])) {
    const found = readPackage(folder);
    packages.set(`${found.name}@${found.version}`, found);
  }
  const keys = [...packages.keys()].sort();
  return keys.flatMap((key) => packages.get(key) ?? []);
}

/** Returns the text of all licenses: Condor's own license, then the licenses of the packages. */
export function licensesText(own: string, packages: readonly BundledPackage[]): string {
  const rule = '-'.repeat(72);
  const parts = packages.map(
    ({ name, version, license, licenseText }) =>
      `${rule}\n${name} ${version} (${license})\n${rule}\n\n${licenseText}`,
  );
  return `${['Condor', own.trim(), 'Condor contains these packages:', ...parts].join('\n\n')}\n`;
}
