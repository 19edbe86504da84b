import { createHash } from 'node:crypto';

/** The sources of a build, and its tools. */
export interface BuildFacts {
  readonly version: string;
  /** The Git commit, in hex. */
  readonly commit: string;
  readonly lockfile: Buffer;
  readonly node: string;
  readonly npm: string;
}

/** Packages whose version determines the bytes of a build. */
const BUILDERS = ['wxt', 'vite'];

export const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Returns the versions that a `package-lock.json` pins for the packages in `BUILDERS`. */
function builders(lockfile: Buffer): Readonly<Record<string, string>> {
  const { packages } = Object(JSON.parse(lockfile.toString('utf8')));
  const found = BUILDERS.map((name) => [name, Object(packages)[`node_modules/${name}`]?.version]);
  return Object.fromEntries(found.filter(([, version]) => typeof version === 'string'));
}

/**
 * Returns an in-toto statement (version 1) with SLSA build provenance (version 1). It lists the
 * files, and the commit, lockfile and tools that built them. The statement contains no time and no
 * path.
 */
export function provenance(facts: BuildFacts, files: ReadonlyMap<string, Buffer>) {
  const { version, commit, lockfile, node, npm } = facts;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...files].map(([name, content]) => ({ name, digest: { sha256: sha256(content) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:condor:release:1',
        externalParameters: { tag: `v${version}`, commands: ['npm ci', 'npm run zip'] },
        resolvedDependencies: [
          { name: 'sources', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: sha256(lockfile) } },
        ],
      },
      runDetails: {
        builder: { id: 'urn:condor:maintainer', version: { node, npm, ...builders(lockfile) } },
      },
    },
  };
}
