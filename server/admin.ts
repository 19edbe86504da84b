import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { toBase64url } from '../shared/bytes.ts';
import { epochMs } from '../shared/units.ts';
import { runAdmin } from './admin/run-admin.ts';
import { readConfig } from './config.ts';

/** Prints a question on stderr and returns the typed line; undefined at the end of the input. */
async function ask(question: string): Promise<string | undefined> {
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  return undefined;
}

/** `npm run admin -- …`: the host's commands on the vault's database. */
async function main(): Promise<void> {
  try {
    const text = await runAdmin(process.argv.slice(2), {
      config: () => readConfig(),
      clock: { now: () => epochMs(Date.now()) },
      newId: () => toBase64url(randomBytes(16)),
      ask,
    });
    process.stdout.write(`${text}\n`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`condor: ${message.split('\n')[0]}\n`);
    process.exitCode = 1;
  }
}

await main();
