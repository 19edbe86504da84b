import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Returns whether systemd says that the clock is synchronized; undefined without systemd. */
export async function readSynchronization(): Promise<boolean | undefined> {
  try {
    const args = ['show', '--property=NTPSynchronized', '--value'];
    const { stdout } = await promisify(execFile)('timedatectl', args, { timeout: 5000 });
    if (stdout.trim() === 'yes') return true;
    return stdout.trim() === 'no' ? false : undefined;
  } catch {
    return undefined;
  }
}
