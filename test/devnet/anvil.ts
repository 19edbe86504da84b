import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { CondorError } from '../../shared/errors.ts';
import { endWithParent } from '../run/end-with-parent.ts';

type AnvilErrorCode = 'port_in_use' | 'anvil_missing' | 'anvil_failed';

export interface AnvilOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  readonly chainId: number;
  readonly mnemonic: string;
  /** Unix seconds of the first block. Default: the current time. */
  readonly timestamp?: number;
  /** Seconds between empty blocks. Each transaction gets a block immediately. */
  readonly blockTime?: number;
  /** File from which the chain continues if it exists, and to which the chain is written. */
  readonly stateFile?: string;
}

/** Seconds between two copies of the state, in case the process ends without saving. */
const STATE_SECONDS = 30;

export interface Anvil {
  readonly port: number;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Returns the path of the binary itself, because npm's wrapper doesn't pass signals on. */
function anvilPath(): string {
  const platform = process.platform === 'win32' ? 'win32' : process.platform;
  const name = `@foundry-rs/anvil-${platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const fromWrapper = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
    const manifest = fromWrapper.resolve(`${name}/package.json`);
    const executable = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
    return join(manifest, '..', 'bin', executable);
  } catch (cause) {
    throw new CondorError<AnvilErrorCode>(
      'anvil_missing',
      `The package "${name}" is not installed: run npm ci with optional dependencies.`,
      { cause },
    );
  }
}

async function requireFreePort(port: number, host: string): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (cause) => {
      const message = `Port ${port} on ${host} cannot be used: ${'code' in cause ? cause.code : 'unknown'}.`;
      reject(new CondorError<AnvilErrorCode>('port_in_use', message, { cause, details: { port } }));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

async function readPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = () =>
      reject(
        new CondorError<AnvilErrorCode>('anvil_failed', `anvil did not start: ${output.trim()}`),
      );
    const read = (chunk: unknown) => {
      output += String(chunk);
      const port = /Listening on \S+:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', fail);
    child.once('exit', fail);
  });
}

/** Starts anvil and waits until it listens. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  await requireFreePort(options.port, options.host);
  const child = spawn(
    anvilPath(),
    [
      ...['--host', options.host, '--port', String(options.port)],
      ...['--chain-id', String(options.chainId), '--mnemonic', options.mnemonic],
      // Uses Base's fee instead of anvil's default.
      ...['--block-base-fee-per-gas', '5000000'],
      ...(options.timestamp === undefined ? [] : ['--timestamp', String(options.timestamp)]),
      ...(options.blockTime === undefined
        ? []
        : ['--block-time', String(options.blockTime), '--mixed-mining']),
      ...(options.stateFile === undefined
        ? []
        : ['--state', options.stateFile, '--state-interval', String(STATE_SECONDS)]),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  endWithParent(child);
  const port = await readPort(child);
  // Anvil would block as soon as a pipe that isn't read is full.
  child.stdout?.removeAllListeners('data').resume();
  child.stderr?.removeAllListeners('data').resume();
  return {
    port,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      const lateKill = setTimeout(() => child.kill('SIGKILL'), 3000);
      await ended;
      clearTimeout(lateKill);
    },
  };
}
