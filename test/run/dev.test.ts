import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScript } from '../helpers/command.ts';

test('npm run dev serves Vite’s client for the built pages until Ctrl-C', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'condor-dev-'));
  const command = runScript('test/run/dev.ts', {
    DEVNET_PORT: '0',
    PORT: '0',
    DAPP_PORT: '0',
    OPEN_BROWSER: 'off',
    DATABASE_URL: `sqlite:${join(folder, 'condor.db')}`,
    // Empty, because Vitest's value `test` would change the build.
    NODE_ENV: '',
  });
  try {
    const extension = (await command.line(/^ {2}wallet /)).split(/\s{2,}/)[2] ?? '';
    const page = await readFile(join(extension, 'popup.html'), 'utf8');
    const server = /http:\/\/localhost:\d+/.exec(page)?.[0] ?? '';
    const client = await fetch(`${server}/@vite/client`);
    expect(client.status).toBe(200);
    command.kill('SIGINT');
    expect((await command.ended).code).toBe(0);
    await expect(fetch(server)).rejects.toThrow();
  } finally {
    command.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
