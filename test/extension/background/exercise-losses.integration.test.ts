import { encodeFunctionData, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain } from '../../../entrypoints/background/approvals/explain/explain.ts';
import { createCodeReader } from '../../../entrypoints/background/chain/code-at.ts';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { physicalOptionAbi } from '../../../shared/chain/abi/physical-option.ts';
import { chainContext } from '../../../shared/chain/chain-context.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { contracts, epochMs, type Price8, price8 } from '../../../shared/units.ts';
import type { OrderInput } from '../../devnet/build-order.ts';
import { fillOrder } from '../../devnet/fill.ts';
import { type Market, startMarket, USDC, WETH } from '../../devnet/market-fixture.ts';

const SPOT = price8(2_590_00000000n);
const ONE = parseEther('1');

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

afterAll(() => market?.stop());

type Call = 'exercise' | 'doNotExercise';

/** Explains a site's call about a new physical option on one ether. */
async function meaningOf(
  functionName: Call,
  order: Partial<OrderInput>,
  prices: { before?: Price8; after?: Price8 } = { before: SPOT, after: SPOT },
) {
  const { devnet, taker, quote } = market;
  const isPut = order.product === 'PHYSICAL_PUT';
  const signed = await quote({
    product: 'PHYSICAL_CALL',
    price: isPut ? 60_00000000n : 1_000_000n,
    budget: parseEther('10'),
    ...order,
  });
  const { optionAddress: to } = await fillOrder(devnet, {
    signed,
    taker,
    numContracts: contracts(isPut ? 1_000_000n : ONE),
  });
  const rpc = createRpc({ fetch, urls: () => [devnet.rpcUrl] });
  let spot = prices.before;
  return explain(
    {
      rpc,
      context: chainContext(CHAIN_ID, 'ETH'),
      codeAt: createCodeReader(rpc),
      clock: { now: () => epochMs(0) },
      spotOf: (asset) => (asset === 'ETH' ? spot : undefined),
      refreshSpots: async () => {
        spot = prices.after;
      },
      isInFeed: async () => undefined,
    },
    understandTransaction({
      to,
      value: '0x0',
      data: encodeFunctionData({ abi: physicalOptionAbi, functionName }),
    }),
    taker.address,
  );
}

const dangersOf = async (...given: Parameters<typeof meaningOf>) =>
  (await meaningOf(...given)).dangers.map(({ code }) => code);

const CALL_ABOVE = { strikes: [5_000_00000000n] };
const CALL_BELOW = { strikes: [2_000_00000000n] };
const PUT_ABOVE = { product: 'PHYSICAL_PUT', strikes: [3_000_00000000n] } as const;
const PUT_BELOW = { product: 'PHYSICAL_PUT', strikes: [1_000_00000000n] } as const;

describe("a site's call that exercises a physical option", () => {
  it('names the outgoing and the incoming amount of an exercise', async () => {
    const { leaves, arrives } = await meaningOf('exercise', CALL_ABOVE);
    expect(leaves).toMatchObject([
      { kind: 'token', token: USDC.address.toLowerCase(), units: '5000000000' },
    ]);
    expect(arrives).toMatchObject([
      { kind: 'token', token: WETH.address.toLowerCase(), units: ONE.toString() },
    ]);
  });

  it('requires an acknowledgement when the delivered tokens are worth more than the received tokens', async () => {
    expect(await dangersOf('exercise', CALL_ABOVE)).toEqual(['exerciseAtALoss']);
    expect(await dangersOf('exercise', PUT_BELOW)).toEqual(['exerciseAtALoss']);
  });

  it('needs no acknowledgement when the exercise is profitable', async () => {
    expect(await dangersOf('exercise', CALL_BELOW)).toEqual([]);
    expect(await dangersOf('exercise', PUT_ABOVE)).toEqual([]);
  });

  it('loads a missing price before judging an exercise, and requires an acknowledgement when no price is available', async () => {
    expect(await dangersOf('exercise', CALL_BELOW, { after: SPOT })).toEqual([]);
    expect(await dangersOf('exercise', CALL_BELOW, {})).toEqual(['exerciseUnpriced']);
  });
});

describe("a site's call that declines an exercise", () => {
  it('declining an exercise moves nothing, and needs an acknowledgement when exercising would gain or no price is available', async () => {
    const { leaves, arrives, dangers } = await meaningOf('doNotExercise', CALL_BELOW);
    expect([leaves, arrives]).toEqual([[], []]);
    expect(dangers).toEqual([{ code: 'declinesExercise' }]);
    expect(await dangersOf('doNotExercise', PUT_ABOVE)).toEqual(['declinesExercise']);
    expect(await dangersOf('doNotExercise', CALL_ABOVE)).toEqual([]);
    expect(await dangersOf('doNotExercise', PUT_BELOW)).toEqual([]);
    expect(await dangersOf('doNotExercise', CALL_ABOVE, {})).toEqual(['declinesExercise']);
  });
});
