import type { BundledPackage } from './bundled-packages.ts';

/** Integrity values of installed packages (`sha512-…` in base64), by name and version. */
export type Integrities = ReadonlyMap<string, string>;

/** SPDX ids. CycloneDX allows other licenses by name only. */
const SPDX_IDS = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);

const SHA512 = /^sha512-([A-Za-z0-9+/]+=*)$/;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Reads the integrity values of a `package-lock.json`. */
export function readIntegrities(lockfile: unknown): Integrities {
  const integrities = new Map<string, string>();
  const packages = isRecord(lockfile) && isRecord(lockfile.packages) ? lockfile.packages : {};
  for (const [path, entry] of Object.entries(packages)) {
    const name = path.split('node_modules/').pop() ?? '';
    if (!isRecord(entry) || typeof entry.integrity !== 'string') continue;
    integrities.set(`${name}@${String(entry.version)}`, entry.integrity);
  }
  return integrities;
}

function hashes(integrity: string | undefined) {
  const base64 = SHA512.exec(integrity ?? '')?.[1];
  if (base64 === undefined) return {};
  return {
    hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }],
  };
}

/**
 * Returns the software bill of materials of a build, in CycloneDX 1.5. It contains no time and no
 * random number, so that equal builds have equal files.
 */
export function sbom(
  version: string,
  packages: readonly BundledPackage[],
  integrities: Integrities,
) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `condor@${version}`,
        name: 'condor',
        version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components: packages.map(({ name, version, license }) => ({
      type: 'library',
      'bom-ref': `${name}@${version}`,
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      licenses: [{ license: SPDX_IDS.has(license) ? { id: license } : { name: license } }],
      ...hashes(integrities.get(`${name}@${version}`)),
    })),
  };
}
