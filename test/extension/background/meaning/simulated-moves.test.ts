import { decodeFunctionData, encodeFunctionResult, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { describeMove } from '../../../../components/approvals/describe-moves.ts';
import { ETHER } from '../../../../entrypoints/background/chain/movements.ts';
import { movesOf as factsOf } from '../../../../entrypoints/background/meaning/simulated-moves.ts';
import { erc20Abi } from '../../../../shared/chain/abi/erc20.ts';
import { multicall3Abi } from '../../../../shared/chain/abi/multicall3.ts';
import { isRecord } from '../../../../shared/messages/page.ts';

const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const tokenAt = (n: number) => `0x${(n + 1).toString(16).padStart(40, '0')}`;

/** A node whose tokens call themselves T1, T2 and so on; a broken one answers nothing. */
function node(isBroken = false, symbol?: string) {
  const asked: string[] = [];
  const request = async (method: string, params: unknown) => {
    asked.push(method);
    const [call] = Array.isArray(params) ? params : [];
    if (isBroken || !isRecord(call)) throw new TypeError('away');
    const { args } = decodeFunctionData({ abi: multicall3Abi, data: call.data as Hex });
    const results = (args[0] as readonly { target: string; callData: Hex }[]).map(
      ({ target, callData }) => {
        const { functionName } = decodeFunctionData({ abi: erc20Abi, data: callData });
        const isSymbol = functionName === 'symbol';
        const returnData = isSymbol
          ? encodeFunctionResult({
              abi: erc20Abi,
              functionName,
              result: symbol ?? `T${Number(target)}`,
            })
          : encodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', result: 2 });
        return { success: true, returnData };
      },
    );
    return encodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      result: results,
    });
  };
  return { asked, request };
}

const junk = Array.from({ length: 200 }, (_, n) => ({
  token: tokenAt(n),
  amount: 1_000n,
  isCollectible: false,
}));

/** Movements in the window's words. */
async function movesOf(...given: Parameters<typeof factsOf>) {
  const { leaves, arrives } = await factsOf(...given);
  return { leaves: leaves.map(describeMove), arrives: arrives.map(describeMove) };
}

describe('movesOf', () => {
  it('reads the names of two hundred arrivals with two requests', async () => {
    const { asked, request } = node();
    const { arrives } = await movesOf({ request }, 8453, 'ETH', junk);
    expect(asked).toEqual(['eth_call', 'eth_call']);
    expect(arrives).toHaveLength(200);
    expect(arrives[0]).toMatchObject({ symbol: 'T1', amount: '10' });
    expect(arrives[199]).toMatchObject({ symbol: 'T200' });
  });

  it('shows known assets before unknown ones, which could bury them', async () => {
    const movements = [
      ...junk,
      { token: USDC, amount: 5_000_000n, isCollectible: false },
      { token: ETHER, amount: 10n ** 18n, isCollectible: false },
    ];
    const { arrives } = await movesOf(node(), 8453, 'ETH', movements);
    expect(arrives.slice(0, 3).map(({ symbol }) => symbol)).toEqual(['USDC', 'ETH', 'T1']);
  });

  it("marks a token with a known one's name as another token", async () => {
    const { arrives } = await movesOf(node(false, 'USDC'), 8453, 'ETH', [
      { token: tokenAt(0), amount: 5_000_000n, isCollectible: false },
      { token: tokenAt(1), amount: 5_000_000n, isCollectible: false },
    ]);
    expect(arrives[0]).toMatchObject({
      symbol: 'USDC',
      note: expect.stringContaining('not the real USDC'),
    });
  });

  it('shows units of a contract when the names cannot be read', async () => {
    const { leaves } = await movesOf(node(true), 8453, 'ETH', [
      { token: tokenAt(0), amount: -7n, isCollectible: false },
      { token: tokenAt(1), amount: -8n, isCollectible: false },
    ]);
    expect(leaves.map(({ amount, symbol }) => `${amount} ${symbol}`)).toEqual([
      '7 units of 0x0000…0001',
      '8 units of 0x0000…0002',
    ]);
  });
});
