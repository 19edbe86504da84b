import { describe, expect, it } from 'vitest';
import { describeMove } from '../../../../../components/approvals/describe-moves.ts';
import { namedMoves } from '../../../../../entrypoints/background/approvals/explain/simulated-moves.ts';
import { ETHER, type Movement } from '../../../../../entrypoints/background/chain/movements.ts';
import { chainContext } from '../../../../../shared/chain/chain-context.ts';
import { CHAIN_ID } from '../../../../../shared/chain/deployments.ts';
import { patientNames } from '../../../helpers/token-names.ts';
import { tokenNode } from '../../../helpers/token-node.ts';

const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const tokenAt = (n: number) => `0x${(n + 1).toString(16).padStart(40, '0')}`;

const node = (symbol?: string) =>
  tokenNode((address) => ({ symbol: symbol ?? `T${Number(address)}`, decimals: 2n }));
const away = { request: () => Promise.reject(new TypeError('away')) };

const junk = Array.from({ length: 200 }, (_, n) => ({
  token: tokenAt(n),
  amount: 1_000n,
  isCollectible: false,
}));

/** Returns the movements in the texts of the approval window. */
async function movesOf(rpc: Pick<ReturnType<typeof node>, 'request'>, movements: Movement[]) {
  const tokenNames = patientNames();
  const context = chainContext(CHAIN_ID, 'ETH', tokenNames.known(CHAIN_ID));
  const from = { tokenNames, rpc, chainId: CHAIN_ID, context };
  const { leaves, arrives } = await namedMoves(movements, from);
  return {
    leaves: leaves.map((move) => describeMove(move, true)),
    arrives: arrives.map((move) => describeMove(move)),
  };
}

describe('simulated movements', () => {
  it('reads the names of two hundred incoming tokens with two requests', async () => {
    const { asked, request } = node();
    const { arrives } = await movesOf({ request }, junk);
    expect(asked).toEqual(['eth_call', 'eth_call']);
    expect(arrives).toHaveLength(200);
    expect(arrives[0]).toMatchObject({ symbol: '“T1”', amount: '10' });
    expect(arrives[199]).toMatchObject({ symbol: '“T200”' });
  });

  it('shows known assets before unknown assets', async () => {
    const movements = [
      ...junk,
      { token: USDC, amount: 5_000_000n, isCollectible: false },
      { token: ETHER, amount: 10n ** 18n, isCollectible: false },
    ];
    const { arrives } = await movesOf(node(), movements);
    expect(arrives.slice(0, 3).map(({ symbol }) => symbol)).toEqual(['USDC', 'ETH', '“T1”']);
  });

  it('notes that a token with a known token’s name isn’t the real token', async () => {
    const { arrives } = await movesOf(node('USDC'), [
      { token: tokenAt(0), amount: 5_000_000n, isCollectible: false },
      { token: tokenAt(1), amount: 5_000_000n, isCollectible: false },
    ]);
    expect(arrives[0]).toMatchObject({
      symbol: 'units of 0x0000…0001',
      note: expect.stringContaining('not the real USDC'),
    });
  });

  it('shows the base units of a token contract when its name can’t be read', async () => {
    const { leaves } = await movesOf(away, [
      { token: tokenAt(0), amount: -7n, isCollectible: false },
      { token: tokenAt(1), amount: -8n, isCollectible: false },
    ]);
    expect(leaves.map(({ amount, symbol }) => `${amount} ${symbol}`)).toEqual([
      '7 units of 0x0000…0001',
      '8 units of 0x0000…0002',
    ]);
  });
});
