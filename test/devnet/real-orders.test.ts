import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { BOOK_R12, BOOKS } from '../../shared/chain/deployments.ts';
import { orderTuple } from '../../shared/orders/calldata.ts';
import { optionAbi, optionBookAbi } from './abi/full.ts';
import { type Devnet, startDevnet } from './devnet.ts';
import {
  fillRealOrders,
  REAL_ORDERS_TIME,
  REAL_R10_ORDER_TIME,
  type RealFill,
  readRealOrders,
} from './real-orders.ts';

const BOOK_R10 = BOOKS.find(({ revision }) => revision === 'r10')?.address ?? '0x';

describe('orders signed by makers of the deployed protocol', () => {
  let devnet: Devnet;
  let fills: RealFill[];

  beforeAll(async () => {
    devnet = await startDevnet({ timestamp: REAL_ORDERS_TIME });
    fills = await fillRealOrders(devnet);
  });
  afterAll(async () => devnet?.stop());

  test('the devnet’s books compute the recorded digests and nonces of all eight orders', async () => {
    const orders = [...(await readRealOrders(BOOK_R12)), ...(await readRealOrders(BOOK_R10))];
    expect(orders).toHaveLength(8);
    for (const { signed, digest } of orders) {
      const call = { address: signed.optionBookAddress, abi: optionBookAbi } as const;
      const args = [orderTuple(signed.order)] as const;
      expect(await devnet.client.readContract({ ...call, functionName: 'hashOrder', args })).toBe(
        digest,
      );
      expect(
        await devnet.client.readContract({ ...call, functionName: 'computeNonce', args }),
      ).toBe(signed.nonce);
    }
  });

  // Figures computed by hand: for buying with a spend of ten, for selling a tenth of a contract.
  test.each([
    ['r12 LINEAR_CALL', 2520317n, 9999996n, 6678840050n],
    ['r12 PUT btc', 123680n, 9999956n, 9770720000n],
    ['r12 RANGER', 33245n, 9999755n, 33245000n],
    ['r12 CALL_FLY', 137167n, 9999973n, 137167000n],
    ['r12 CALL_SPREAD aBasUSDC', 27433n, 9999827n, 27433000n],
    ['r12 PHYS_CALL bid', 100000000000000000n, 710087000000000n, 100000000000000000n],
    ['r12 PHYS_PUT bid', 100000n, 42084569n, 7900000000n],
  ])(
    'the book fills a recorded order with the figures computed by hand: %s',
    (label, numContracts, premium, collateral) => {
      const fill = fills.find((one) => one.label === label);
      expect(fill).toMatchObject({ numContracts, premium, collateral });
    },
  );

  test('the maker becomes the seller of an offer and the buyer of a bid', () => {
    const taker = devnet.accounts.takers[0].address;
    for (const { signed, buyer, seller, sellerWasMaker } of fills) {
      const { maker, isLong } = signed.order;
      expect({ buyer, seller, sellerWasMaker }).toEqual(
        isLong
          ? { buyer: maker, seller: taker, sellerWasMaker: false }
          : { buyer: taker, seller: maker, sellerWasMaker: true },
      );
    }
  });

  test('the book charges the smaller of 6 bps of notional and 12.5% of the premium', async () => {
    const spot = { ETH: await devnet.price('ETH'), BTC: await devnet.price('BTC') };
    for (const { label, numContracts, premium, fee } of fills) {
      const price = label.includes('PHYS_CALL')
        ? 10n ** 8n
        : label.includes('LINEAR')
          ? spot.ETH
          : spot.BTC;
      const ofNotional = (numContracts * 6n * price) / 10n ** 12n;
      const ofPremium = (premium * 125n) / 1000n;
      expect(fee, label).toBe(ofNotional < ofPremium ? ofNotional : ofPremium);
    }
  });

  test('the book creates option contracts that return the signed terms and hold the collateral', async () => {
    for (const fill of fills) {
      const { order } = fill.signed;
      const option = { address: fill.optionAddress, abi: optionAbi } as const;
      const [
        buyer,
        seller,
        creator,
        collateralToken,
        collateralAmount,
        numContracts,
        expiry,
        strikes,
        feed,
        implementation,
        settled,
        extra,
      ] = await devnet.client.multicall({
        allowFailure: false,
        contracts: [
          { ...option, functionName: 'buyer' },
          { ...option, functionName: 'seller' },
          { ...option, functionName: 'creator' },
          { ...option, functionName: 'collateralToken' },
          { ...option, functionName: 'collateralAmount' },
          { ...option, functionName: 'numContracts' },
          { ...option, functionName: 'expiryTimestamp' },
          { ...option, functionName: 'getStrikes' },
          { ...option, functionName: 'chainlinkPriceFeed' },
          { ...option, functionName: 'getImplementation' },
          { ...option, functionName: 'optionSettled' },
          { ...option, functionName: 'packExtraOptionData' },
        ],
      });
      expect({ buyer, seller, creator }).toEqual({
        buyer: fill.buyer,
        seller: fill.seller,
        creator: BOOK_R12,
      });
      expect({ collateralToken, collateralAmount, numContracts, expiry, settled }).toEqual({
        collateralToken: order.collateral,
        collateralAmount: fill.collateral,
        numContracts: fill.numContracts,
        expiry: BigInt(order.expiry),
        settled: false,
      });
      expect({ strikes, feed, implementation, extra }).toEqual({
        strikes: order.strikes,
        feed: order.priceFeed,
        implementation: order.implementation,
        extra: order.extraOptionData,
      });
      const held = await devnet.client.readContract({
        address: order.collateral,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [fill.optionAddress],
      });
      expect(held).toBe(fill.collateral);
    }
  });

  test('the book counts a fill’s collateral against the nonce’s budget, or the fill’s premium when the maker buys', async () => {
    for (const { signed, nonce, premium, collateral } of fills) {
      expect(nonce).toBe(signed.nonce);
      const used = await devnet.client.readContract({
        address: BOOK_R12,
        abi: optionBookAbi,
        functionName: 'amountFilled',
        args: [nonce],
      });
      expect(used).toBe(signed.order.isLong ? premium : collateral);
    }
  });
});

test('the r10 book fills the recorded r10 order at the recorded time', async () => {
  const devnet = await startDevnet({ timestamp: REAL_R10_ORDER_TIME });
  try {
    const [fill] = await fillRealOrders(devnet, { book: BOOK_R10 });
    expect(fill).toMatchObject({ createdBy: BOOK_R10, premium: 9999976n, numContracts: 251055n });
  } finally {
    await devnet.stop();
  }
});
