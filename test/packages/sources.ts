import { spawnSync } from 'node:child_process';

/** Returns true if the folder has the version's tag checked out, without changes or new files. */
export function isTagged(folder: string, version: string): boolean {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  };
  const tags = git('tag', '--points-at', 'HEAD')?.split('\n') ?? [];
  return tags.includes(`v${version}`) && git('status', '--porcelain') === '';
}
