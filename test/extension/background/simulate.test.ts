import { describe, expect, it } from 'vitest';
import { simulate } from '../../../entrypoints/background/chain/simulate.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const DRAFT = { to: ACCOUNT, value: '0x0', data: '0x' };
const ZERO = `0x${'0'.repeat(64)}`;

const blockOf = async (answer: object) => {
  const found = await simulate(
    {
      async request(method) {
        if (method === 'eth_blockNumber') return '0x5';
        return [{ calls: [{ status: '0x1', gasUsed: '0x5208', logs: [] }], ...answer }];
      },
    },
    ACCOUNT,
    [DRAFT],
  );
  return found.outcome === 'succeeds' ? found.block : undefined;
};

describe('the block of a simulation', () => {
  it('takes the block from the simulation’s answer instead of another node’s newest block', async () => {
    expect(await blockOf({ number: '0x8', parentHash: `0x${'ab'.repeat(32)}` })).toBe(7n);
  });

  it.each([
    ['names no block', {}],
    ['returns a block whose parent hash is zero', { number: '0x8', parentHash: ZERO }],
  ])('uses the newest block of a node that %s', async (_, answer) => {
    expect(await blockOf(answer)).toBe(5n);
  });
});
