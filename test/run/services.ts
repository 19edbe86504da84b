import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '../../server/config.ts';
import { endWithParent } from './end-with-parent.ts';
import { SERVER_FLAGS } from './server-flags.ts';

const KILL_AFTER_MS = 8000;
const SERVER = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

export interface Services {
  /** Base address of each running service. */
  readonly urls: Readonly<Partial<Record<ServiceName, string>>>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  readonly pid: number;
  stop(): Promise<void>;
  /** Kills the process, as a crash would. */
  kill(): Promise<void>;
}

/**
 * Runs `npm run server`, and waits until every enabled service has printed `ready:`. Backups are
 * off, because the folder in the environment may belong to a real server.
 */
export async function startServices(
  expected: ReadonlySet<ServiceName>,
  environment: Readonly<Record<string, string>>,
): Promise<Services> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, SERVER], {
    env: { ...process.env, VAULT_BACKUP_DIR: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  const killNow = () => child.kill('SIGKILL');
  endWithParent(child);
  const urls = await readUrls(child, expected, ended);
  child.stderr.pipe(process.stderr);
  return {
    urls,
    ended,
    pid: child.pid ?? 0,
    kill: async () => {
      killNow();
      await ended;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const lateKill = setTimeout(killNow, KILL_AFTER_MS);
      await ended;
      clearTimeout(lateKill);
    },
  };
}

async function readUrls(
  child: ChildProcess,
  expected: ReadonlySet<ServiceName>,
  ended: Promise<void>,
): Promise<Partial<Record<ServiceName, string>>> {
  return new Promise((resolve, reject) => {
    let output = '';
    let problems = '';
    child.stderr?.on('data', (chunk: unknown) => {
      problems += String(chunk);
    });
    child.stdout?.on('data', (chunk: unknown) => {
      output += String(chunk);
      const urls: Partial<Record<ServiceName, string>> = {};
      for (const name of expected) {
        const url = new RegExp(`^ready: ${name} (\\S+)$`, 'm').exec(output)?.[1];
        if (url === undefined) return;
        urls[name] = url;
      }
      child.stderr?.removeAllListeners('data');
      resolve(urls);
    });
    void ended.then(() => {
      const last = problems.trim().split('\n').pop() ?? '';
      reject(new Error(last.replace(/^condor: /, '') || 'the services ended while they started'));
    });
  });
}
