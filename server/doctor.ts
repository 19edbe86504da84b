import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { noArguments } from './command-line.ts';
import { readConfig } from './config.ts';
import { reportDatabase } from './database/describe-target.ts';
import type { HasCode } from './operate/doctor/check-books.ts';
import { diskSpace } from './operate/doctor/check-disk.ts';
import { show } from './operate/doctor/finding.ts';
import { createProbe } from './operate/doctor/http-probe.ts';
import { runDoctor } from './operate/doctor/run-doctor.ts';
import { runCommand } from './run-command.ts';

/**
 * Runs `npm run doctor`: checks for common mistakes of hosts while the service runs. Prints each
 * finding with advice; exits with 1 if there is a problem.
 */
async function main(): Promise<string> {
  const config = readConfig();
  reportDatabase(config.databases.vault);
  const findings = await runDoctor({
    config,
    ask: createProbe(fetch),
    now: Date.now,
    spaceOf: diskSpace,
    readSynchronization,
    hasCode: createHasCode(config.chain.rpcUrls),
  });
  for (const finding of findings) process.stdout.write(`${show(finding)}\n`);
  const count = (level: string) => findings.filter((finding) => finding.level === level).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems > 0) process.exitCode = 1;
  const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;
  return `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}`;
}

/** Returns whether systemd reports a synchronized clock; undefined without systemd. */
async function readSynchronization(): Promise<boolean | undefined> {
  try {
    const args = ['show', '--property=NTPSynchronized', '--value'];
    const { stdout } = await promisify(execFile)('timedatectl', args, { timeout: 5000 });
    if (stdout.trim() === 'yes') return true;
    return stdout.trim() === 'no' ? false : undefined;
  } catch {
    return undefined;
  }
}

/** Loads the chain client only when a book has to be checked. */
function createHasCode(rpcUrls: readonly string[]): HasCode {
  return async (address) => {
    const { createNode } = await import('../shared/chain/logs/rpc-node.ts');
    for (const url of rpcUrls)
      try {
        const code = await createNode({ url, fetch }).call('eth_getCode', [address, 'latest']);
        return typeof code === 'string' && code.length > 2;
      } catch {
        // The next node may respond.
      }
    return undefined;
  };
}

await runCommand({ usage: 'npm run doctor', parse: noArguments, run: main });
