import { createServer } from 'node:net';
import { createPublicClient, http } from 'viem';
import { expect, test } from 'vitest';
import { runScript } from '../helpers/command.ts';

const SCRIPT = 'test/devnet/main.ts';

test.each(['SIGINT', 'SIGTERM'] as const)(
  'prints the devnet’s address once the devnet answers, and stops the chain on %s',
  async (signal) => {
    const command = runScript(SCRIPT, { DEVNET_PORT: '0' });
    const line = await command.line(/^ready: /);
    const url = /^ready: devnet (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1];
    expect(await createPublicClient({ transport: http(url) }).getChainId()).toBe(8453);
    command.kill(signal);
    expect(await command.ended).toMatchObject({ code: 0, stderr: '' });
    await expect(fetch(url ?? '')).rejects.toThrow();
  },
);

test('the devnet prints one line that names the port and DEVNET_PORT when the port is already in use', async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const { code, stdout, stderr } = await runScript(SCRIPT, { DEVNET_PORT: String(port) }).ended;
  server.close();
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `condor: port ${port} is in use; end what runs there or set DEVNET_PORT to another port\n`,
  });
});

test.each(['eight', '-1', '65536', '80.5'])(
  'the devnet refuses DEVNET_PORT=%s with one line that names the allowed values',
  async (text) => {
    const { code, stderr } = await runScript(SCRIPT, { DEVNET_PORT: text }).ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `condor: DEVNET_PORT is "${text}"; allowed: a whole number from 0 to 65535\n`,
    });
  },
);
