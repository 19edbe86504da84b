import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Copies the files that a clone would have, with the changes in the working tree. */
export function cloneSources(folder: string): void {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const name of names.trim().split('\n'))
    cpSync(join(ROOT, name), join(folder, name), { force: true });
}

/** Adds the installed packages to a folder, as hard links where the file system allows them. */
export function linkPackages(folder: string): void {
  const installed = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  execFileSync('sh', ['-c', 'cp -al "$0" "$1" 2>/dev/null || cp -a "$0" "$1"', ...installed]);
}
