import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Starts a script of this folder as a process, which ends when this process ends, or earlier. */
export function run(
  script: string,
  args: readonly string[],
  flags: readonly string[] = [],
): ChildProcess {
  const path = new URL(script, import.meta.url).pathname;
  const child = spawn(process.execPath, [...flags, path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/**
 * Returns a function that waits for the process's next line with a given beginning. Skips other
 * lines.
 */
export function linesOf(child: ChildProcess): (beginning: string) => Promise<string> {
  if (child.stdout === null) throw new Error('the process has no output');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return async (beginning) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`the process ended without ${beginning}`);
      if (value.startsWith(beginning)) return value;
    }
  };
}

export function line(child: ChildProcess, beginning: string): Promise<string> {
  return linesOf(child)(beginning);
}
