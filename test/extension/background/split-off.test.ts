import { encodeAbiParameters, parseAbiParameters } from 'viem';
import { describe, expect, it } from 'vitest';
import { splitCall } from '../../../entrypoints/background/positions/action-calls.ts';
import { createSplitOff } from '../../../entrypoints/background/quotations/split-off.ts';
import type { SentCall } from '../../../entrypoints/background/sending/sent-calls.ts';

const ACCOUNT = `0x${'a'.repeat(40)}` as const;
const OPTION = `0x${'b'.repeat(40)}` as const;
const HASH = `0x${'c'.repeat(64)}` as const;

/** The multicall's answer about an option that takes no fee. */
const NO_FEE = encodeAbiParameters(parseAbiParameters('(bool, bytes)[]'), [[[false, '0x']]]);

/** A wallet whose splits are mined, with receipts that no node returns. */
function start(sent: readonly SentCall[] = []) {
  const asked: bigint[] = [];
  const followed: string[] = [];
  const splitOff = createSplitOff({
    client: {
      request: async (method) => {
        if (method === 'eth_call') return NO_FEE;
        throw new Error('no receipt');
      },
    },
    actions: {
      split: async ({ collateral }) => {
        asked.push(collateral);
        return HASH;
      },
    },
    sentCalls: () => sent,
    settled: async (hash) => {
      followed.push(hash);
      return { hash, status: 'confirmed' };
    },
  });
  return { splitOff, asked, followed };
}

const unread = { code: 'part-unread' };

describe('splitting a part off', () => {
  it('goes on with a split that a former worker has sent', async () => {
    const { splitOff, asked, followed } = start([
      { hash: '0x1', data: '0x12345678' },
      { hash: '0x2', data: splitCall(7n) },
    ]);
    await expect(splitOff(ACCOUNT, OPTION, 7n)).rejects.toMatchObject(unread);
    expect(asked).toEqual([]);
    expect(followed).toEqual(['0x2']);
  });

  it('refuses another size while a split is on its way', async () => {
    const { splitOff, asked } = start([{ hash: '0x2', data: splitCall(7n) }]);
    await expect(splitOff(ACCOUNT, OPTION, 8n)).rejects.toMatchObject({ code: 'split-running' });
    expect(asked).toEqual([]);
  });

  it('asks once when two pages split at the same time', async () => {
    const { splitOff, asked } = start();
    const first = splitOff(ACCOUNT, OPTION, 7n);
    await expect(splitOff(ACCOUNT, OPTION, 7n)).rejects.toMatchObject({ code: 'split-running' });
    await expect(first).rejects.toMatchObject(unread);
    expect(asked).toEqual([7n]);
    await expect(splitOff(ACCOUNT, OPTION, 7n)).rejects.toMatchObject(unread);
    expect(asked).toEqual([7n, 7n]);
  });
});
