import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds per tick of the kernel's clock, on every supported Linux. */
const TICK_MS = 10;

interface ProcessTimes {
  readonly parent: number;
  readonly ownMs: number;
  /** Time of child processes that have ended. */
  readonly endedMs: number;
}

function timesOf(pid: number | string): ProcessTimes | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // The process has ended.
    return undefined;
  }
  // The second field is a name in parentheses that may contain spaces. Therefore the fields after
  // it are split.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (index: number) => fields[index] ?? 0;
  return {
    parent: at(1),
    ownMs: (at(11) + at(12)) * TICK_MS,
    endedMs: (at(13) + at(14)) * TICK_MS,
  };
}

/** Returns the processor time that a process has used, in milliseconds. */
export function processorMs(pid: number | undefined): number {
  return pid === undefined ? 0 : (timesOf(pid)?.ownMs ?? 0);
}

/**
 * Returns the processor time, in milliseconds, of all processes of a PostgreSQL server. `backend`
 * is the process id of one of its backends.
 */
export function serverMs(backend: number): number {
  const server = timesOf(backend)?.parent ?? 0;
  const own = timesOf(server);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((times) => times?.parent === server)
    .reduce((sum, times) => sum + (times?.ownMs ?? 0), 0);
  return (own?.ownMs ?? 0) + (own?.endedMs ?? 0) + children;
}
