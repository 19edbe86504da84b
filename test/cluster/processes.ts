import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { UNPRIVILEGED } from '../helpers/unprivileged.ts';

/** A program of the cluster that can be started again. */
export interface Daemon {
  /** Working directory, by which the daemon's processes are found. */
  readonly folder: string;
  start(): void;
  /** Sends a signal to the program alone, and waits until the program has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a program as an unprivileged user, in a separate process group that Ctrl-C doesn't reach.
 * The program's output is appended to `log` in its folder.
 */
export function createDaemon(folder: string, command: string, args: readonly string[]): Daemon {
  let child: ChildProcess | undefined;
  return {
    folder,
    start() {
      const log = openSync(join(folder, 'log'), 'a');
      child = spawn(command, args, {
        ...UNPRIVILEGED,
        cwd: folder,
        detached: true,
        env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' },
        stdio: ['ignore', log, log],
      });
      child.once('error', () => undefined);
    },
    async stop(signal = 'SIGTERM') {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const { promise: exit, resolve } = Promise.withResolvers<void>();
      child.once('exit', () => resolve());
      child.kill(signal);
      await exit;
    },
  };
}

/** Returns the processes whose working directory is the folder or inside it. */
function processesIn(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const cwd = readlinkSync(`/proc/${name}/cwd`);
      return `${cwd}/`.startsWith(`${folder}/`) ? [Number(name)] : [];
    } catch {
      // The process has ended, or belongs to another user.
      return [];
    }
  });
}

/** Sends a signal to all processes of a folder, including processes that start while it runs. */
export function signalAll(folder: string, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  const done = new Set<number>();
  for (;;) {
    const fresh = processesIn(folder).filter((pid) => !done.has(pid));
    if (fresh.length === 0) return;
    for (const pid of fresh) {
      done.add(pid);
      try {
        process.kill(pid, signal);
      } catch {
        // The process has ended.
      }
    }
  }
}

/**
 * Ends all processes of the folder `$1` and deletes the folder when the script's input ends. The
 * system closes the input however the parent ends. Patroni ends first, because it restarts
 * PostgreSQL. PostgreSQL gets a signal after which it removes its shared memory.
 */
const GUARD = `
read -r _
list() {
  for process in /proc/[0-9]*; do
    echo "\${process#/proc/} $(readlink "$process/cwd")/"
  done | grep "$1" | cut -d ' ' -f 1
}
send() { pids=$(list "$2"); test -z "$pids" || kill "-$1" $pids; }
send KILL " $1/[^/]*/$"
send QUIT " $1/.*/data/"
send CONT " $1/.*/data/"
for attempt in $(seq 50); do
  test -n "$(list " $1/")" || break
  sleep 0.1
done
send KILL " $1/"
rm -rf "$1"
`;

export function endWithFolder(folder: string): () => Promise<void> {
  const guard = spawn('sh', ['-c', GUARD, 'sh', folder], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    // A separate process group, so that the guard isn't killed with the test.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => guard.once('exit', () => resolve()));
  return () => {
    guard.stdin.end();
    return ended;
  };
}
