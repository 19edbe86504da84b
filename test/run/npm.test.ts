import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function refuses(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    socket.once('connect', () => socket.destroy());
  });
}

/** Process groups that the tests started. Processes that remain at the end of a test are killed. */
const groups: number[] = [];
afterEach(() => {
  for (const pid of groups.splice(0)) {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group has already ended.
    }
  }
});

const SERVER = {
  script: 'server',
  service: 'vault',
  isUp: /^ready: vault/,
  settings: { SERVICES: 'vault' },
} as const;
const DEVNET = {
  script: 'devnet',
  service: 'devnet',
  isUp: /^ready: devnet/,
  settings: { DEVNET_PORT: '0' },
} as const;
const START = {
  script: 'start',
  service: 'vault',
  isUp: /^Ctrl-C ends everything/,
  settings: { CHAIN_RPC_URL: 'http://127.0.0.1:1', DAPP_PORT: '0', OPEN_BROWSER: 'off' },
} as const;

test.each([
  { ...SERVER, signal: 'SIGTERM' },
  { ...DEVNET, signal: 'SIGTERM' },
  { ...START, signal: 'SIGTERM' },
  { ...DEVNET, signal: 'SIGKILL' },
  { ...START, signal: 'SIGKILL' },
] as const)(
  'ends all processes of `npm run $script` when npm alone receives $signal',
  async ({ script, service, isUp, settings, signal }) => {
    const folder = await mkdtemp(join(tmpdir(), 'condor-npm-'));
    const DATABASE_URL = `sqlite:${join(folder, 'condor.db')}`;
    const npm = spawn('npm', ['run', script], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL, PORT: '0', LOG_LEVEL: 'warn', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    if (npm.pid !== undefined) groups.push(npm.pid);
    try {
      const exit = once(npm, 'exit');
      const closed = once(npm.stdout, 'close');
      let url = '';
      await new Promise<void>((resolve, reject) => {
        npm.once('exit', () => reject(new Error('it ended before it was up')));
        createInterface(npm.stdout).on('line', (line) => {
          if (line.startsWith(`ready: ${service} `)) url = line.split(' ')[2] ?? '';
          if (isUp.test(line)) resolve();
        });
      });
      expect(await refuses(url)).toBe(false);
      npm.kill(signal);
      // The pipe closes when the last process with this pipe ends. So no process of npm is left.
      await Promise.all([exit, closed]);
      expect(await refuses(url)).toBe(true);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  60_000,
);
