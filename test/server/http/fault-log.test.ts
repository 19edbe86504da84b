import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError } from '../../../server/database/storage-error.ts';
import { createFaultLog } from '../../../server/http/fault-log.ts';
import { createMemoryVaultStore } from '../../helpers/memory-vault-store.ts';
import { startVault } from '../vault/harness.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a log of failures', () => {
  function createLines() {
    const lines: unknown[][] = [];
    const log = { error: (...line: unknown[]) => void lines.push(line) };
    const faults = createFaultLog((error) => ({ error: String(error) }));
    return { lines, fail: (error: Error) => faults(log, 'a request failed', error) };
  }

  it('logs the first failure at once, then one line a second with a count until the outage ends', () => {
    const { lines, fail } = createLines();
    const gone = () => fail(new StorageError('storage-busy', 'gone'));
    for (let i = 0; i < 100; i++) gone();
    expect(lines).toEqual([[expect.objectContaining({ count: 1 }), 'a request failed']]);
    vi.advanceTimersByTime(1000);
    for (let i = 0; i < 7; i++) gone();
    vi.advanceTimersByTime(999);
    expect(lines.map(([details]) => details)).toEqual([
      expect.objectContaining({ count: 1 }),
      expect.objectContaining({ count: 99 }),
    ]);
    vi.advanceTimersByTime(1);
    expect(lines.at(-1)?.[0]).toMatchObject({ count: 7 });
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(3);
    gone();
    expect(lines.at(-1)?.[0]).toMatchObject({ count: 1 });
  });

  it('logs a different kind of failure even during an outage', () => {
    const { lines, fail } = createLines();
    fail(new StorageError('storage-busy', 'gone'));
    fail(new TypeError('a bug'));
    fail(new StorageError('storage-busy', 'gone', { cause: new TypeError('another bug') }));
    expect(lines).toHaveLength(3);
  });
});

it('logs an outage of the vault’s storage in a few short lines, and a bug with its position in the code', async () => {
  const store = createMemoryVaultStore();
  let error: Error = new StorageError('storage-busy', 'x', {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  });
  const lines: string[] = [];
  const vault = await startVault({
    store: { ...store, challengeKey: () => Promise.reject(error) },
    log: { level: 'info', lines },
  });
  const ask = () => vault.client.call('POST', '/v1/authentication/options', undefined, '{}');
  for (let i = 0; i < 20; i++) expect((await ask()).status).toBe(503);
  vi.advanceTimersByTime(1000);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'a request failed', count: 1 },
    { msg: 'a request failed', count: 19 },
  ]);
  const reason = { code: 'storage-busy', cause: { type: 'Error', code: 'ECONNREFUSED' } };
  expect(JSON.parse(lines[0] ?? '').error).toMatchObject(reason);
  expect(lines.join()).not.toContain(' (');
  error = new TypeError('a bug');
  await ask();
  expect(JSON.parse(lines[2] ?? '').error.at[0]).toContain('fault-log.test.ts');
  await vault.close();
});
