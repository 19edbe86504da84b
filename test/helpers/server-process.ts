import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER_FLAGS } from '../run/server-flags.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

export interface ServerProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** All output so far: `ready:` lines on stdout, log lines on stderr. */
  readonly output: { out: string; err: string };
  /** Sends the signal and waits for the end. Returns the exit code, or the signal's name. */
  end(signal?: NodeJS.Signals): Promise<number | string>;
}

export interface ServerProcessOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeFlags?: readonly string[];
  readonly directory?: string;
  /** A program to run instead of `server/main.ts`. */
  readonly entry?: string;
  /** Called with all output so far, whenever there is new output. */
  onOutput?(output: { readonly out: string; readonly err: string }, child: ChildProcess): void;
}

/**
 * Starts `npm run server` and waits until the server listens. By default, only the vault is
 * enabled.
 */
export async function startServerProcess(
  options: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const { child, output, exit } = spawnServer(options);
  const ready = await Promise.race([readyLine(child, output), exit]);
  const port =
    typeof ready === 'string' ? Number(/:(\d+)(?:\/\w+)?$/m.exec(ready)?.[1]) : Number.NaN;
  if (Number.isNaN(port)) throw new Error(`the server ended: ${output.err}`);
  return {
    port,
    child,
    output,
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return exit;
    },
  };
}

export async function runServerToEnd(options: ServerProcessOptions) {
  const { output, exit } = spawnServer(options);
  return { code: await exit, ...output };
}

function spawnServer(options: ServerProcessOptions) {
  const { environment = {}, nodeFlags = [], directory, entry } = options;
  const home = directory ?? mkdtempSync(join(tmpdir(), 'condor-server-'));
  const child = spawn(
    process.execPath,
    [...SERVER_FLAGS, ...nodeFlags, entry ?? join(ROOT, 'server/main.ts')],
    {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        SERVICES: 'vault',
        PORT: '0',
        DATABASE_URL: `sqlite:${join(home, 'vault.db')}`,
        RATE_LIMITS: 'off',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.out += chunk.toString();
    options.onOutput?.(output, child);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.err += chunk.toString();
    options.onOutput?.(output, child);
  });
  const exit = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      if (directory === undefined) rmSync(home, { recursive: true, force: true });
      resolve(code ?? signal ?? 'unknown');
    });
  });
  return { child, output, exit };
}

function readyLine(child: ChildProcess, output: { out: string }): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.on('data', () => {
      const line = /^ready: .*$/m.exec(output.out)?.[0];
      if (line !== undefined) resolve(line);
    });
  });
}
