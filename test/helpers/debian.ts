import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Updates the package lists at most once an hour, and installs the package `$1`. A temporary policy
 * keeps the package's services, such as nginx on port 80, from starting.
 */
const INSTALL = `
policy=/usr/sbin/policy-rc.d
if ! test -e $policy; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
updated=/tmp/condor-apt.updated
test -n "$(find $updated -mmin -60 2>/dev/null)" || { apt-get update -q && touch $updated; }
apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends "$1"
`;

/**
 * Installs a Debian package as root. Returns false on other systems, without root, or after a
 * failure that apt explains on stderr. Only one process installs at a time.
 */
export async function installWithApt(debianPackage: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.error(`Installing ${debianPackage} with apt-get.`);
  const args = ['/tmp/condor-apt.lock', 'sh', '-c', INSTALL, 'sh', debianPackage];
  return new Promise((resolve) => {
    const child = spawn('flock', args, {
      // Stdout is reserved for the calling command.
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/**
 * Ensures that a file of a Debian package exists. Installs the package if possible.
 * @throws Error that names the package
 */
export async function ensureDebianFile(file: string, debianPackage: string): Promise<void> {
  if (existsSync(file)) return;
  await installWithApt(debianPackage);
  if (!existsSync(file))
    throw new Error(`this needs ${file}: install Debian's package ${debianPackage}`);
}
