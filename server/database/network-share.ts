import { statfsSync } from 'node:fs';
import { CondorError } from '../../shared/errors.ts';

/** Types of network file systems (Linux, statfs(2)). */
const SHARES: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
]);

/** Returns the type of a folder's file system; undefined on systems other than Linux. */
export type FileSystemType = (folder: string) => number | undefined;

const fileSystemType: FileSystemType = (folder) =>
  // Some systems report these 32-bit types as negative numbers.
  process.platform === 'linux' ? statfsSync(folder).type >>> 0 : undefined;

/**
 * Rejects a folder on a network share, because the write-ahead log needs memory that all processes
 * share, and locks on network shares fail silently. FUSE isn't rejected, because such a file system
 * is often local.
 * @throws CondorError database-unusable
 */
export function ensureLocalFolder(folder: string, typeOf: FileSystemType = fileSystemType): void {
  const share = SHARES.get(typeOf(folder) ?? 0);
  if (share === undefined) return;
  throw new CondorError(
    'database-unusable',
    `the SQLite file that DATABASE_URL names is on a network share (${share}), which can damage it: use a local disk, or PostgreSQL`,
  );
}
