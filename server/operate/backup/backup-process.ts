import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CondorError } from '../../../shared/errors.ts';

const COMMAND = fileURLToPath(new URL('../../backup.ts', import.meta.url));

/**
 * Runs `npm run backup` in a separate process, because copying blocks a thread, and a thread can't
 * be stopped in the middle.
 * @throws CondorError backup-failed with the command's message
 */
export async function backUpInProcess(
  file: string,
  copy: string,
  signal: AbortSignal,
): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, resolve(copy)], {
    env: { DATABASE_URL: `sqlite:${resolve(file)}` },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-500);
  });
  await new Promise<void>((fulfil, reject) => {
    const fail = (reason: string) => reject(new CondorError('backup-failed', reason));
    // A child that was aborted reports an error before it ends.
    child.once('error', (error) => {
      if (child.pid === undefined) fail(error.message);
    });
    child.once('close', (code, end) => {
      if (code === 0) fulfil();
      else {
        // All lines but the last are progress messages.
        const reason = output
          .trim()
          .split('\n')
          .at(-1)
          ?.replace(/^condor: /, '');
        fail(reason || `the copy ended with ${code ?? end}`);
      }
    });
  });
}
