import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Kills a child process when this process ends in any way. After a SIGKILL, this process can't run
 * code. Therefore a shell waits until the system closes its input, and then kills the child.
 */
export function endWithParent(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const guard = spawn('sh', ['-c', `read -r _; kill -9 ${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // The shell must survive when this process's group is killed.
    detached: true,
  });
  // Without the shell, the child survives a SIGKILL of this process; nothing else is lost.
  guard.once('error', () => undefined);
  guard.stdin?.once('error', () => undefined);
  child.once('exit', () => {
    process.removeListener('exit', killNow);
    guard.kill('SIGKILL');
  });
}

/** Milliseconds between two checks whether npm still runs. */
const CHECK_MS = 1000;

/** Calls `end` when this process's npm has ended. npm can't forward a SIGKILL. */
export function endWithNpm(end: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    end();
  }, CHECK_MS);
  timer.unref();
}
