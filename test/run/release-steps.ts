import { spawnSync } from 'node:child_process';
import { UsageError } from '../../server/command-line.ts';

const VERSION = /^\d+\.\d+\.\d+$/;

/** Returns the output of a command. @throws Error that names the command when it fails */
export function output(command: string, ...args: string[]): string {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
  return stdout.trim();
}

/** Prints a command and runs it in a folder. @throws Error that names the command when it fails */
export function run(folder: string, command: string, ...args: string[]): void {
  console.log(`\n> ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

/**
 * Checks that the working tree is clean.
 * @throws Error if the working tree has a changed or new file
 */
export function checkClean(): void {
  if (output('git', 'status', '--porcelain') !== '')
    throw new Error('the working tree has changes; commit or stash them');
}

/**
 * Returns the version.
 * @throws UsageError if the version doesn't have three numbers
 */
export function checkVersion(version: string): string {
  if (!VERSION.test(version)) throw new UsageError('VERSION has three numbers, such as 1.2.3');
  return version;
}
