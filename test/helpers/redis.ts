import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { ensureDebianFile } from './debian.ts';
import { freePort } from './free-port.ts';

const PROGRAM = '/usr/bin/redis-server';

/** A real Redis that writes no files, for one test run. */
export interface TestRedis {
  readonly url: string;
  /** Pauses the server, which then accepts connections but answers nothing. */
  pause(): void;
  resume(): void;
  /** Kills the server. `startAgain` starts an empty server on the same port. */
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Debian's Redis. Installs it if it is missing and this user is root. */
export async function startRedis(): Promise<TestRedis> {
  await ensureDebianFile(PROGRAM, 'redis-server');
  const port = await freePort();
  let server = await run(port);
  const killAtExit = () => server.kill('SIGKILL');
  process.once('exit', killAtExit);
  const kill = () =>
    new Promise<void>((resolve) => {
      if (server.exitCode !== null || server.signalCode !== null) resolve();
      else server.once('exit', () => resolve());
      server.kill('SIGKILL');
    });
  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    kill,
    async startAgain() {
      server = await run(port);
    },
    async stop() {
      await kill();
      process.off('exit', killAtExit);
    },
  };
}

function run(port: number): Promise<ChildProcess> {
  const flags = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--daemonize', 'no'];
  const child = spawn(PROGRAM, ['--port', String(port), ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: tmpdir(),
  });
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ready to accept connections')) resolve(child);
    });
    child.once('exit', () => reject(new Error(`Redis ended: ${output.slice(-500)}`)));
  });
}
