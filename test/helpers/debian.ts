import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Ensures that a file of a Debian package exists. As root on Debian it installs the package; test
 * files that run at the same time take turns.
 * @throws Error that names the package
 */
export async function ensureDebianFile(file: string, debianPackage: string): Promise<void> {
  if (existsSync(file)) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error(`${file} is missing: installing ${debianPackage} with apt-get.`);
    // One update is enough for all tests of a run.
    const update =
      'test -n "$(find /tmp/condor-apt.updated -mmin -60 2>/dev/null)" || { apt-get update -q && touch /tmp/condor-apt.updated; }';
    const install = `${update}; apt-get install -y -q --no-install-recommends ${debianPackage}`;
    await run('flock', ['/tmp/condor-apt.lock', 'sh', '-c', `test -e ${file} || { ${install}; }`], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
    });
  }
  if (!existsSync(file))
    throw new Error(`this test needs ${file}: install Debian's package ${debianPackage}`);
}
