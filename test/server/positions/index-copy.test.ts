import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { exportIndex, importIndex } from '../../../server/positions/index-copy.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSyntheticChain, type SyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillStory } from '../../helpers/synthetic-fills.ts';
import { startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { dump } from './dump.ts';
import { type RunningIndexer, startIndexer } from './harness.ts';

const directory = temporaryDirectory();
const ends: (() => Promise<void>)[] = [];
let files = 0;

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(directory.remove);

const newFile = () => join(directory.path, `${files++}`, 'index.db');
const newCopy = () => join(directory.path, `${files++}.copy`);

async function index(file: string, chain: SyntheticChain): Promise<RunningIndexer> {
  const node = await startSyntheticNode(chain);
  ends.push(node.stop);
  const indexer = await startIndexer(
    { engine: 'sqlite', file },
    { chain: { rpcUrls: [node.url], startBlock: 0, pollMs: 10 } },
  );
  ends.push(indexer.stop);
  await eventually(async () => {
    expect(await indexer.get('/health')).toMatchObject({
      last_indexed_block: chain.head.number,
      error: null,
    });
    expect(JSON.stringify(await indexer.get('/api/v1/stats/protocol'))).not.toContain('UNKNOWN');
  });
  return indexer;
}

function chainOf(blocks: number): SyntheticChain {
  const chain = createSyntheticChain(fillStory({ perBlock: 1, settledAfter: 30, users: 5 }));
  chain.grow(blocks);
  return chain;
}

const rows = (file: string) => dump({ engine: 'sqlite', file });

it('an indexer continues with an imported copy of an index, and survives a reorganization', async () => {
  const chain = chainOf(200);
  const source = newFile();
  await index(source, chain);
  const copy = newCopy();
  // Makes the copy while the indexer is still running.
  await exportIndex(source, copy);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const digest = createHash('sha256').update(readFileSync(copy)).digest('hex');
  expect(readFileSync(`${copy}.sha256`, 'utf8')).toBe(`${digest}  ${basename(copy)}\n`);

  const target = newFile();
  await importIndex(copy, target);
  expect(await rows(target)).toEqual(await rows(source));
  const handle = new Database(target, { readonly: true });
  expect(handle.prepare('select synced_at, update_at from indexer_cursor').get()).toEqual({
    synced_at: 0,
    update_at: 0,
  });
  handle.close();
  expect(statSync(target).mode & 0o777).toBe(0o600);

  chain.reorganize(20, fillStory({ perBlock: 2, settledAfter: 5, users: 9, branch: 'b' }));
  await (await index(target, chain)).stop();
  const undisturbed = newFile();
  await (await index(undisturbed, chain)).stop();
  expect(await rows(target)).toEqual(await rows(undisturbed));
});

describe('the import', () => {
  async function exported(): Promise<{ source: string; copy: string }> {
    const source = newFile();
    await (await index(source, chainOf(50))).stop();
    const copy = newCopy();
    await exportIndex(source, copy);
    return { source, copy };
  }

  it('rejects a copy that doesn’t match its digest, and leaves nothing behind', async () => {
    const { copy } = await exported();
    const bytes = readFileSync(copy);
    bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000);
    for (const bad of [bytes, bytes.subarray(0, 4_096), Buffer.of()]) {
      writeFileSync(copy, bad);
      const target = newFile();
      await expect(importIndex(copy, target)).rejects.toMatchObject({
        code: 'backup-refused',
        message: `${copy} doesn't have the digest beside it: it is damaged or was changed`,
      });
      expect(readdirSync(join(target, '..'))).toEqual([]);
    }
  });

  it('rejects a copy without a digest', async () => {
    const { copy } = await exported();
    const alone = newCopy();
    copyFileSync(copy, alone);
    const target = newFile();
    await expect(importIndex(alone, target)).rejects.toThrow(`${alone}.sha256 is missing`);
    writeFileSync(`${alone}.sha256`, 'none');
    await expect(importIndex(alone, target)).rejects.toThrow('contains no SHA-256');
    expect(existsSync(target)).toBe(false);
  });

  it('rejects a file that isn’t an index database', async () => {
    const other = newCopy();
    new Database(other).exec('create table accounts (id text)').close();
    const digest = createHash('sha256').update(readFileSync(other)).digest('hex');
    writeFileSync(`${other}.sha256`, `${digest}  other\n`);
    await expect(importIndex(other, newFile())).rejects.toThrow("isn't the database of an index");
  });

  it('the import doesn’t overwrite a database, and the export doesn’t overwrite a file', async () => {
    const { source, copy } = await exported();
    const before = readFileSync(source);
    await expect(importIndex(copy, source)).rejects.toThrow('there is a database');
    expect(readFileSync(source)).toEqual(before);
    await expect(exportIndex(source, copy)).rejects.toThrow('is there already');
    const third = newCopy();
    writeFileSync(third, '');
    await expect(exportIndex(source, third)).rejects.toThrow('is there already');
  });
});
