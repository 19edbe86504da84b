import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningCommand {
  readonly pid: number;
  /**
   * Resolves with the first line of stdout that matches. Rejects if the command ends before such a
   * line.
   */
  line(pattern: RegExp): Promise<string>;
  /** Exit code (or signal) and all output. */
  readonly ended: Promise<{
    readonly code: number | string;
    readonly stdout: string;
    readonly stderr: string;
  }>;
  kill(signal: NodeJS.Signals): void;
}

export function runScript(
  script: string,
  environment: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): RunningCommand {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = new Promise<{ code: number | string; stdout: string; stderr: string }>(
    (resolve) => {
      child.once('close', (code, signal) =>
        resolve({ code: code ?? signal ?? 'unknown', stdout, stderr }),
      );
    },
  );
  return {
    pid: child.pid ?? 0,
    ended,
    kill: (signal) => {
      child.kill(signal);
    },
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = stdout.split('\n').find((line) => pattern.test(line));
          if (found !== undefined) resolve(found);
        };
        child.stdout.on('data', look);
        look();
        void ended.then(() =>
          reject(new Error(`${script} ended before it said ${pattern}:\n${stdout}${stderr}`)),
        );
      }),
  };
}
