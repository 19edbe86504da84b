import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicClient, createTestClient, http, publicActions } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseFeed } from '../../shared/orders/parse-feed.ts';
import { everyNth, IS_RELEASE } from '../belts.ts';
import { startDevnet } from '../devnet/devnet.ts';
import { type RunningCommand, runScript } from '../helpers/command.ts';
import { WAIT_MS } from '../helpers/wait.ts';

const SCRIPT = 'test/run/start.ts';
const NAMES = ['devnet', 'vault', 'orders', 'indexer', 'dapp'] as const;

let folder: string;
let environment: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'condor-start-'));
  environment = {
    DEVNET_PORT: '0',
    PORT: '0',
    DAPP_PORT: '0',
    OPEN_BROWSER: 'off',
    DATABASE_URL: `sqlite:${join(folder, 'condor.db')}`,
  };
});
afterEach(async () => {
  for (const command of running.splice(0)) {
    command.kill('SIGTERM');
    await command.ended;
  }
  await rm(folder, { recursive: true, force: true });
});

const running: RunningCommand[] = [];

function start(
  changes: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): RunningCommand {
  const command = runScript(SCRIPT, { ...environment, ...changes }, args);
  running.push(command);
  return command;
}

async function urlOf(command: RunningCommand, name: string): Promise<string> {
  const line = await command.line(new RegExp(`^ready: ${name} `));
  return line.slice(`ready: ${name} `.length);
}

/** Occupies a port until the test frees it. */
async function takePort(): Promise<{ port: number; free: () => void }> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return { port, free: () => server.close() };
}

test('starts everything in order, publishes live orders, and stops everything on one Ctrl-C', async () => {
  const command = start();
  const urls = await Promise.all(NAMES.map((name) => urlOf(command, name)));
  await command.line(/^Ctrl-C ends everything\.$/);
  const [devnet = '', vault = '', orders = '', indexer = '', dapp = ''] = urls;
  expect(await createPublicClient({ transport: http(devnet) }).getChainId()).toBe(8453);
  // The vault's address needs a host name, because passkeys don't work with an IP address.
  expect(vault).toMatch(/^http:\/\/localhost:\d+$/);
  const feed = parseFeed(await (await fetch(`${orders}/`)).json());
  expect(feed?.problems).toEqual([]);
  expect(feed?.orders.length).toBeGreaterThan(40);
  await expect.poll(async () => (await fetch(`${indexer}/health`)).status).toBe(200);
  expect((await fetch(`${vault}/v1/tenant`)).status).toBeLessThan(500);
  expect(await (await fetch(dapp)).text()).toContain('Strike Desk');
  expect(await (await fetch(`${dapp}/config.json`)).json()).toEqual({
    ordersUrl: orders,
    indexerUrl: indexer,
    hasFaucet: true,
  });

  command.kill('SIGINT');
  const { code, stdout, stderr } = await command.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const url of urls) await expect(fetch(url), url).rejects.toThrow();
  for (const name of ['condor.db', 'devnet.json'])
    expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);

  const at = (pattern: RegExp) => stdout.split('\n').findIndex((line) => pattern.test(line));
  const order = [
    /^starting: the devnet/,
    /^ready: devnet/,
    /^starting: the services: vault, orders, indexer/,
    /^ready: vault/,
    /^starting: the devnet’s maker/,
    /^starting: the demo dApp/,
    /^ready: dapp/,
    /^Ctrl-C ends everything\.$/,
    /^Condor has ended\. Its data are in /,
  ].map(at);
  expect(order, stdout).toEqual([...order].sort((a, b) => a - b));
  expect(order).not.toContain(-1);
  // The services use other ports than the built extension, so the command prints their addresses.
  for (const name of ['node', 'order feed', 'indexer', 'vault server'])
    expect(stdout).toMatch(new RegExp(`In the wallet's settings, set the ${name} to http://`));
});

test('after a SIGKILL of the command, the devnet, the services and the dApp stop responding', async () => {
  const command = start();
  const urls = await Promise.all(NAMES.map((name) => urlOf(command, name)));
  await command.line(/^Ctrl-C ends everything\.$/);
  command.kill('SIGKILL');
  expect(await command.ended).toMatchObject({ code: 'SIGKILL' });
  for (const url of urls)
    await expect
      .poll(() => fetch(url).catch(() => 'refused'), { timeout: WAIT_MS })
      .toBe('refused');
});

test('rejects an unknown argument with one line that names the allowed arguments', async () => {
  const command = start({}, ['--real-passkey']);
  expect(await command.ended).toEqual({
    code: 2,
    stdout: '',
    stderr:
      "condor: Unknown option '--real-passkey'; usage: npm start [-- --headless --real-passkeys --keep|--reset]\n",
  });
});

test.runIf(IS_RELEASE)(
  'keeps the chain with --keep, replaces only the chain by default, and deletes all data with --reset',
  async () => {
    const keeper = '0x00000000000000000000000000000000000c04d0';
    const first = start();
    await first.line(/^Ctrl-C ends everything\.$/);
    const before = createTestClient({
      mode: 'anvil',
      transport: http(await urlOf(first, 'devnet')),
    }).extend(publicActions);
    await before.setBalance({ address: keeper, value: 42n });
    const logs = await before.getLogs({ fromBlock: 0n });
    expect(logs.length).toBeGreaterThan(0);
    first.kill('SIGINT');
    expect(await first.ended).toMatchObject({ code: 0 });

    // The second start has the same chain, with its balances, logs and clock.
    const second = start({}, ['--keep']);
    await second.line(/^Ctrl-C ends everything\.$/);
    const after = createPublicClient({ transport: http(await urlOf(second, 'devnet')) });
    expect(await after.getBalance({ address: keeper })).toBe(42n);
    const kept = await after.getLogs({ fromBlock: 0n, toBlock: logs.at(-1)?.blockNumber ?? 0n });
    expect(kept.map(({ transactionHash }) => transactionHash)).toEqual(
      logs.map(({ transactionHash }) => transactionHash),
    );
    const now = async () => Number((await after.getBlock()).timestamp);
    await expect.poll(async () => Math.abs((await now()) - Date.now() / 1000)).toBeLessThan(30);
    const count = async (command: RunningCommand) =>
      parseFeed(await (await fetch(`${await urlOf(command, 'orders')}/`)).json())?.orders.length;
    expect(await count(second)).toBeGreaterThan(40);
    second.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ code: 0 });

    // The chain is new, so the orders of the previous chain are gone.
    const third = start();
    await third.line(/^Ctrl-C ends everything\.$/);
    const anew = createPublicClient({ transport: http(await urlOf(third, 'devnet')) });
    expect(await anew.getBalance({ address: keeper })).toBe(0n);
    expect(await count(third)).toBeLessThan(100);
    third.kill('SIGTERM');
    expect(await third.ended).toMatchObject({ code: 0 });
    expect(await readdir(folder)).toContain('condor.db');

    await writeFile(join(folder, 'condor.db'), 'damaged');
    const fourth = start({}, ['--reset']);
    await fourth.line(/^starting: deleting all local data in /);
    await fourth.line(/^Ctrl-C ends everything\.$/);
  },
);

test('npm start refuses to use a PostgreSQL database', async () => {
  const command = start({ DATABASE_URL: 'postgres://condor:secret@127.0.0.1:1/condor' });
  expect(await command.ended).toEqual({
    code: 1,
    stdout: '',
    stderr: 'condor: npm start is a demo and never writes to PostgreSQL; unset DATABASE_URL\n',
  });
});

test.each([{}, { CHAIN_RPC_URL: 'http://127.0.0.1:1' }])(
  'npm start with the settings %j never writes to the database of a server',
  async (settings) => {
    await writeFile(join(folder, 'condor.db'), 'accounts');
    const { code, stdout, stderr } = await start(settings).ended;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^condor: npm start only uses data that it wrote itself, and not /);
    expect(await readdir(folder)).toEqual(['condor.db']);
    expect(await readFile(join(folder, 'condor.db'), 'utf8')).toBe('accounts');
  },
);

test.runIf(IS_RELEASE)(
  'npm start reports that it ignores a server’s backup folder, and doesn’t delete a backup',
  async () => {
    const copy = 'condor-2020-01-01T00-00-00Z.db';
    const backups = join(folder, 'backups');
    await mkdir(backups);
    await writeFile(join(backups, copy), 'accounts');
    const command = start({ VAULT_BACKUP_DIR: backups, VAULT_BACKUP_COPIES: '1' });
    await command.line(/^Ctrl-C ends everything\.$/);
    command.kill('SIGINT');
    expect(await command.ended).toMatchObject({
      stderr: 'condor: npm start makes no backups, so VAULT_BACKUP_DIR is ignored\n',
    });
    expect(await readdir(backups)).toEqual([copy]);
  },
);

test('npm start rejects --reset when CHAIN_RPC_URL is set', async () => {
  const command = start({ CHAIN_RPC_URL: 'http://127.0.0.1:1' }, ['--reset']);
  expect(await command.ended).toMatchObject({
    code: 1,
    stderr: 'condor: --keep and --reset are for the local chain; unset CHAIN_RPC_URL\n',
  });
});

test('doesn’t start a devnet or offer a faucet when CHAIN_RPC_URL names a chain', async () => {
  const chain = await startDevnet();
  const command = start({ CHAIN_RPC_URL: chain.rpcUrl, CHAIN_START_BLOCK: '0' });
  try {
    const dapp = await urlOf(command, 'dapp');
    await command.line(/^In the wallet's settings, set the node to /);
    expect(await (await fetch(`${dapp}/config.json`)).json()).toMatchObject({ hasFaucet: false });
    command.kill('SIGINT');
    const { code, stdout } = await command.ended;
    expect(code).toBe(0);
    expect(stdout).not.toContain('ready: devnet');
    expect(await chain.client.getChainId()).toBe(8453);
  } finally {
    await chain.stop();
  }
});

test.each(everyNth(3, ['DEVNET_PORT', 'PORT', 'DAPP_PORT']))(
  'reports in one line that the port in %s is in use, and starts nothing',
  async (variable) => {
    const { port, free } = await takePort();
    const command = start({ [variable]: String(port) });
    expect(await command.ended).toEqual({
      code: 1,
      stdout: '',
      stderr: `condor: port ${port} is in use; end what runs there or set ${variable} to another port\n`,
    });
    free();
  },
);

test.each(
  everyNth(3, [
    ['DAPP_PORT', 'http', 'a whole number from 0 to 65535'],
    ['MAKER_SEED', '-3', 'a whole number from 0 to 4294967295'],
    ['PORT', '70000', 'a whole number from 0 to 65535'],
    ['CHAIN_RPC_URL', 'localhost', 'a URL that begins with http:// or https://'],
  ]),
)('rejects %s=%s with one line that names the allowed values', async (variable, text, allowed) => {
  const command = start({ [variable]: text });
  expect(await command.ended).toEqual({
    code: 1,
    stdout: '',
    stderr: `condor: ${variable} is "${text}"; allowed: ${allowed}\n`,
  });
});

test.runIf(IS_RELEASE)(
  'stops everything when the process of the services dies, and reports which process ended',
  async () => {
    const command = start();
    const devnet = await urlOf(command, 'devnet');
    await command.line(/^Ctrl-C ends everything\.$/);
    const node = createPublicClient({ transport: http(devnet) });
    expect(await node.getChainId()).toBe(8453);
    const child = await new Promise<string>((resolve, reject) => {
      execFile('ps', ['--ppid', String(command.pid), '-o', 'pid=,args='], (error, stdout) => {
        if (error) return reject(error);
        const line = stdout.split('\n').find((one) => one.includes('server/main.ts'));
        resolve(line?.trim().split(' ')[0] ?? '');
      });
    });
    process.kill(Number(child), 'SIGKILL');
    const { code, stderr } = await command.ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'condor: the process of the services ended by itself; everything else is ended too\n',
    });
    await expect(fetch(devnet)).rejects.toThrow();
  },
);
