import { createInterface } from 'node:readline';
import { epochMs } from '../shared/units.ts';
import { UsageError } from './command-line.ts';
import { readConfig } from './config.ts';
import { reportDatabase } from './database/describe-target.ts';
import { runAdmin } from './operate/admin/run-admin.ts';

const USAGE = 'npm run admin -- accounts COMMAND, see npm run admin -- --help';

/** Prints a question on stderr and returns the typed line; undefined at the end of the input. */
async function ask(question: string): Promise<string | undefined> {
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  return undefined;
}

/** Runs `npm run admin -- …`, the host's commands on the vault's database. */
async function main(): Promise<void> {
  try {
    const text = await runAdmin(process.argv.slice(2), {
      config: () => readConfig(),
      report: reportDatabase,
      clock: { now: () => epochMs(Date.now()) },
      ask,
    });
    process.stdout.write(`${text}\n`);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const message = (error instanceof Error ? error.message : String(error)).split('\n')[0];
    process.stderr.write(`condor: ${message}${isUsage ? `; usage: ${USAGE}` : ''}\n`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

await main();
