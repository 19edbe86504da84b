import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { explain } from '../../../entrypoints/background/approvals/explain/explain.ts';
import { createCodeReader } from '../../../entrypoints/background/chain/code-at.ts';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { chainContext } from '../../../shared/chain/chain-context.ts';
import { CHAIN_ID, FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { OFFER_TYPES } from '../../../shared/quotations/offer.ts';
import { contracts, epochMs, price8, unixSeconds } from '../../../shared/units.ts';
import { optionAbi } from '../../devnet/abi/full.ts';
import { fillOrder, sendFrom } from '../../devnet/fill.ts';
import { factoryCall } from '../../devnet/rfq-call.ts';
import { type RfqMarket, settledOption, startRfqMarket } from '../../devnet/rfq-fixture.ts';
import { publicKeyOf } from '../../devnet/rfq-seal.ts';
import { forgedOption, setThiefsPrice, thiefsCode, thiefsFeed } from '../../devnet/thief.ts';
import { shownTypedData } from '../helpers/typed-data.ts';
import { worded } from '../helpers/worded.ts';

/**
 * Each theft succeeds if the call or signature that the wallet refuses is made without the wallet.
 * The user is the market's taker. The thief is the market's second taker.
 */
let market: RfqMarket;
beforeAll(async () => {
  market = await startRfqMarket();
});
afterAll(() => market?.stop());

const rpcOf = () => createRpc({ fetch, urls: () => [market.devnet.rpcUrl] });

/** Explains a call of the user as the approval window does. */
async function meaningOf(data: Hex) {
  const rpc = rpcOf();
  const now = await market.devnet.now();
  const deps = {
    rpc,
    context: chainContext(CHAIN_ID, 'ETH'),
    codeAt: createCodeReader(rpc),
    clock: { now: () => epochMs(now * 1000) },
    spotOf: () => price8(2_590_00000000n),
    isInFeed: async () => true,
  };
  const found = understandTransaction({ to: FACTORY_R12, value: '0x0', data });
  return explain(deps, found, market.taker.address);
}

/** Explains the user's signature of an offer as the approval window does. */
async function signedOffer(id: bigint, units: bigint, offeror: Address = market.taker.address) {
  return shownTypedData(
    {
      types: OFFER_TYPES,
      primaryType: 'Offer',
      domain: { name: 'OptionFactory', chainId: CHAIN_ID, verifyingContract: FACTORY_R12 },
      message: {
        quotationId: id.toString(),
        offerAmount: units.toString(),
        offeror,
        nonce: '7',
      },
    },
    {
      account: market.taker.address,
      rpc: rpcOf(),
      now: unixSeconds(await market.devnet.now()),
    },
  );
}

/** Checks that neither the offer's signature nor a call with it can be confirmed. */
async function expectRefused(id: bigint, units: bigint): Promise<void> {
  const signed = await signedOffer(id, units);
  expect(signed.refusal).toBeTruthy();
  expect(signed.danger).toBeUndefined();
  const made = await meaningOf(factoryCall('makeOfferForQuotation', [id, '0x01', '0x02', '0x00']));
  expect(worded(made).refusal).toBe(signed.refusal);
}

const balance = () => market.balance(market.taker.address);

it('refuses a request with a thief’s price feed, which would let the thief take the collateral', async () => {
  const { ask, devnet, offer, other, send, taker } = market;
  const feed = await thiefsFeed(devnet, 2_590_00000000n);
  const { order } = await market.quote();
  const params = {
    requester: taker.address,
    existingOptionAddress: zeroAddress,
    collateral: order.collateral,
    collateralPriceFeed: feed,
    implementation: order.implementation,
    strikes: order.strikes,
    numContracts: 1_000000n,
    requesterDeposit: 0n,
    collateralAmount: 0n,
    expiryTimestamp: BigInt(order.expiry),
    offerEndTimestamp: BigInt((await devnet.now()) + 60),
    isRequestingLongPosition: false,
    convertToLimitOrder: false,
    extraOptionData: '0x',
  } as const;
  const tracking = { referralId: 0n, eventCode: 0n };
  const key = publicKeyOf(market.requesterKey);
  const asked = factoryCall('requestForQuotation', [params, tracking, 1_000000n, key]);
  const meaning = worded(await meaningOf(asked));
  expect(meaning.refusal).toContain('Condor doesn’t know this price feed.');

  const before = await balance();
  const { id } = await ask({ ...params }, { reserve: 1_000000n });
  const nonce = await offer(id, 1_000000n, other);
  const accept = factoryCall('settleQuotationEarly', [id, 1_000000n, nonce, other.address]);
  expect(worded(await meaningOf(accept)).refusal).toContain('price feed');
  const { logs } = await send(taker, 'settleQuotationEarly', [id, 1_000000n, nonce, other.address]);
  const option = settledOption({ logs } as never);
  await devnet.advanceTo(order.expiry + 1);
  await setThiefsPrice(devnet, 1_00000000n);
  const data = encodeFunctionData({ abi: optionAbi, functionName: 'payout' });
  await sendFrom(devnet, other, { to: option, data });
  const lost = before - (await balance());
  expect(lost).toBeGreaterThan(2_497_000000n);
});

it('refuses an offer for an option with unknown code that could take 900,000 USDC after one signature', async () => {
  const { ask, devnet, offer, other, send, taker } = market;
  const implementation = await thiefsCode(devnet, other.address);
  const { id } = await ask({ implementation }, { from: other });
  await expectRefused(id, 30_000000n);

  const before = await balance();
  const nonce = await offer(id, 30_000000n, taker);
  await send(other, 'settleQuotationEarly', [id, 30_000000n, nonce, taker.address]);
  expect(before - (await balance())).toBeGreaterThan(899_900_000000n);
});

it('refuses an offer for a forged option, which holds no collateral', async () => {
  const { ask, devnet, maker, offer, other, send, taker } = market;
  const real = await fillOrder(devnet, {
    signed: await market.quote(),
    taker,
    numContracts: contracts(1_000000n),
  });
  const forged = await forgedOption(devnet, real, {
    buyer: other.address,
    seller: maker.address,
  });
  const sale = { ...(await market.termsOf(forged)), isRequestingLongPosition: false };
  const { id } = await ask(sale, { from: other, reserve: 200_000000n });
  await expectRefused(id, 200_000000n);

  const before = await balance();
  const nonce = await offer(id, 200_000000n, taker);
  await send(other, 'settleQuotationEarly', [id, 200_000000n, nonce, taker.address]);
  expect(before - (await balance())).toBe(200_000000n);
  expect(await market.balance(forged)).toBe(0n);
});
