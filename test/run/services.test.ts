import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { SERVER_FLAGS } from './server-flags.ts';
import { forgetChain, startServices } from './services.ts';

test('deletes the rows of orders and indexer for a new chain and keeps the vault', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'condor-forget-'));
  try {
    const config = readConfig({ DATABASE_URL: `sqlite:${join(folder, 'condor.db')}` });
    for (const target of Object.values(config.databases))
      for (const suffix of ['', '-wal', '-shm'])
        if (target.engine === 'sqlite') await writeFile(`${target.file}${suffix}`, 'rows');
    await forgetChain(config);
    expect((await readdir(folder)).sort()).toEqual(['condor.db', 'condor.db-shm', 'condor.db-wal']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("reports a service's own line when it refuses to start", async () => {
  const started = startServices(new Set(['vault']), { PORT: 'eighty' });
  await expect(started).rejects.toThrow(
    'PORT is "eighty"; allowed: a whole number from 0 to 65535',
  );
});

test('runs the services with the Node flags of `npm run server`', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect(text).toContain(
    `node -r ./server/check-node.cjs ${SERVER_FLAGS.join(' ')} server/main.ts`,
  );
});
