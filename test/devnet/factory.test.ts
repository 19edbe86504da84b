import { type Address, encodeFunctionData, zeroAddress } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BOOK_R12, FACTORY_R12 } from '../../shared/chain/deployments.ts';
import { orderTuple } from '../../shared/orders/calldata.ts';
import { contracts } from '../../shared/units.ts';
import { optionAbi, optionFactoryAbi } from './abi/full.ts';
import { devnetFactoryAbi, testRouterAbi } from './abi.ts';
import { approve, fillOrder, sendFrom } from './fill.ts';
import { TEST_ROUTER } from './installation.ts';
import { USDC, WETH } from './market-fixture.ts';
import { factoryCall } from './rfq-call.ts';
import {
  errorOf,
  factoryEvents,
  type RfqMarket,
  setBehaviour,
  setBlacklisted,
  settledOption,
  startRfqMarket,
} from './rfq-fixture.ts';

const COLLATERAL = 2_500_000000n;
const ETH_PUT = contracts(1_000000n);

let market: RfqMarket;
beforeAll(async () => {
  market = await startRfqMarket();
});
afterAll(async () => market?.stop());
afterEach(() => setBehaviour(market.devnet, {}));

const stateOf = (id: bigint) => market.stateOf(id);

const option = async (address: Address) => {
  const read = (functionName: 'buyer' | 'seller' | 'creator') =>
    market.devnet.client.readContract({ address, abi: optionAbi, functionName });
  return {
    buyer: await read('buyer'),
    seller: await read('seller'),
    creator: await read('creator'),
  };
};

/** An option of the book that the taker bought from the maker. */
const bought = async () =>
  (
    await fillOrder(market.devnet, {
      signed: await market.quote(),
      taker: market.taker,
      numContracts: ETH_PUT,
    })
  ).optionAddress;

async function sold() {
  const { maker, taker, ask, offer, send } = market;
  const { id } = await ask({ isRequestingLongPosition: false }, { reserve: 20_000000n });
  const nonce = await offer(id, 30_000000n);
  const args = [id, 30_000000n, nonce, maker.address] as const;
  return settledOption(await send(taker, 'settleQuotationEarly', args));
}

const revealed = async (asked: { id: bigint; offerEnd: number }, amount: bigint, nonce: bigint) => {
  await market.devnet.advanceTo(asked.offerEnd + 1);
  return market.send(market.maker, 'revealOffer', [asked.id, amount, nonce, market.maker.address]);
};

describe('a request of a buyer', () => {
  test('escrows a buyer’s reserve, settles at the price of the revealed offer, and returns the unspent part', async () => {
    const { devnet, maker, taker, ask, offer, send, balance } = market;
    const before = { taker: await balance(taker.address), maker: await balance(maker.address) };
    const asked = await ask();
    expect(factoryEvents(asked.receipt)).toEqual([
      'CollateralDeposited',
      'QuotationRequested',
      'QuotationTrackers',
    ]);
    expect(await balance(taker.address)).toBe(before.taker - 50_000000n);
    expect(await stateOf(asked.id)).toMatchObject({
      requesterDeposit: 50_000000n,
      collateralAmount: 0n,
      isActive: true,
    });
    const nonce = await offer(asked.id, 40_000000n);
    const reveal = [asked.id, 40_000000n, nonce, maker.address] as const;
    expect(await errorOf(send(maker, 'revealOffer', reveal))).toBe('RevealPeriodNotStarted');
    expect(factoryEvents(await revealed(asked, 40_000000n, nonce))).toEqual(['OfferRevealed']);
    expect(await errorOf(send(maker, 'settleQuotation', [asked.id]))).toBe('RevealPeriodNotEnded');
    await devnet.advanceTo(asked.offerEnd + 61);
    const receipt = await send(maker, 'settleQuotation', [asked.id]);
    expect(factoryEvents(receipt)).toEqual([
      'FeePaid',
      'PremiumPaid',
      'CollateralDeposited',
      'CollateralReturned',
      'QuotationSettled',
    ]);
    const { feeCollected: fee, collateralAmount, isActive } = await stateOf(asked.id);
    expect({ collateralAmount, isActive }).toEqual({
      collateralAmount: COLLATERAL,
      isActive: false,
    });
    expect(fee).toBe(1_554000n);
    expect(await balance(taker.address)).toBe(before.taker - 40_000000n);
    expect(await balance(maker.address)).toBe(before.maker + 40_000000n - fee - COLLATERAL);
    expect(await option(settledOption(receipt))).toEqual({
      buyer: taker.address,
      seller: maker.address,
      creator: FACTORY_R12,
    });
  });

  test('takes a revealed offer within the reserve, and rejects excessive, forged, repeated and late reveals', async () => {
    const { devnet, maker, other, ask, offer, send } = market;
    const asked = await ask();
    const high = await offer(asked.id, 60_000000n, other);
    const first = await offer(asked.id, 45_000000n);
    await devnet.advanceTo(asked.offerEnd + 1);
    const above = [asked.id, 60_000000n, high, other.address] as const;
    expect(await errorOf(send(other, 'revealOffer', above))).toBe('OfferNotCompetitive');
    const forged = [asked.id, 44_000000n, first, maker.address] as const;
    expect(await errorOf(send(other, 'revealOffer', forged))).toBe('InvalidSignature');
    await send(other, 'revealOffer', [asked.id, 45_000000n, first, maker.address]);
    const again = [asked.id, 45_000000n, first, maker.address] as const;
    expect(await errorOf(send(maker, 'revealOffer', again))).toBe('OfferNotCompetitive');
    await devnet.advanceTo(asked.offerEnd + 61);
    expect(await errorOf(send(maker, 'revealOffer', again))).toBe('RevealPeriodEnded');
    await send(other, 'settleQuotation', [asked.id]);
    expect((await stateOf(asked.id)).currentWinner).toBe(maker.address);
  });

  test('ends a request without an option, and returns the escrow, when no offer was revealed', async () => {
    const { devnet, maker, taker, other, ask, offer, send, balance } = market;
    const before = await balance(taker.address);
    const asked = await ask();
    await offer(asked.id, 40_000000n);
    expect(factoryEvents(await send(maker, 'cancelOfferForQuotation', [asked.id]))).toEqual([
      'OfferCancelled',
    ]);
    await devnet.advanceTo(asked.offerEnd + 61);
    expect(factoryEvents(await send(other, 'settleQuotation', [asked.id]))).toEqual([
      'CollateralReturned',
      'QuotationCancelled',
    ]);
    expect(await balance(taker.address)).toBe(before);
    expect(await errorOf(send(taker, 'cancelQuotation', [asked.id]))).toBe('QuotationNotActive');
    await setBehaviour(devnet, { endsAsSettled: true });
    const second = await ask();
    await devnet.advanceTo(second.offerEnd + 61);
    const ended = await send(other, 'settleQuotation', [second.id]);
    expect(settledOption(ended)).toBe(zeroAddress);
  });

  test('lets only the requester cancel a request, and only before a reveal if the factory forbids late cancellations', async () => {
    const { devnet, maker, taker, ask, offer, send } = market;
    const asked = await ask();
    expect(await errorOf(send(maker, 'cancelQuotation', [asked.id]))).toBe('OnlyRequesterAllowed');
    await revealed(asked, 40_000000n, await offer(asked.id, 40_000000n));
    await setBehaviour(devnet, { refusesCancelWithWinner: true });
    expect(await errorOf(send(taker, 'cancelQuotation', [asked.id]))).toBe('OfferPeriodEnded');
    await setBehaviour(devnet, {});
    expect(factoryEvents(await send(taker, 'cancelQuotation', [asked.id]))).toEqual([
      'CollateralReturned',
      'QuotationCancelled',
    ]);
  });

  test('only the requester can accept an offer early, and only before the offer period ends', async () => {
    const { devnet, maker, taker, ask, offer, send } = market;
    const asked = await ask();
    const nonce = await offer(asked.id, 40_000000n);
    const args = [asked.id, 40_000000n, nonce, maker.address] as const;
    expect(await errorOf(send(maker, 'settleQuotationEarly', args))).toBe('OnlyRequesterAllowed');
    const other = [asked.id, 39_000000n, nonce, maker.address] as const;
    expect(await errorOf(send(taker, 'settleQuotationEarly', other))).toBe('InvalidSignature');
    expect(factoryEvents(await send(taker, 'settleQuotationEarly', args))[0]).toBe(
      'OfferAcceptedEarly',
    );
    const late = await ask();
    const lateArgs = [late.id, 4n, await offer(late.id, 4n), maker.address] as const;
    await devnet.advanceTo(late.offerEnd + 1);
    expect(await errorOf(send(taker, 'settleQuotationEarly', lateArgs))).toBe('OfferPeriodEnded');
    const signed = await offer(late.id, 4n).catch((error: unknown) =>
      errorOf(Promise.reject(error)),
    );
    expect(signed).toBe('OfferPeriodEnded');
  });

  test('lets a maker fill a limit-order request at the reserve, unless the factory ends such requests without a fill', async () => {
    const { devnet, maker, taker, ask, send } = market;
    const asked = await ask({ convertToLimitOrder: true });
    await devnet.advanceTo(asked.offerEnd + 61);
    const receipt = await send(maker, 'settleQuotation', [asked.id]);
    expect(await option(settledOption(receipt))).toMatchObject({ seller: maker.address });
    expect((await stateOf(asked.id)).currentBestPriceOrReserve).toBe(50_000000n);
    await setBehaviour(devnet, { endsLimitOrders: true });
    const second = await ask({ convertToLimitOrder: true });
    await devnet.advanceTo(second.offerEnd + 61);
    expect(factoryEvents(await send(maker, 'settleQuotation', [second.id]))).toContain(
      'QuotationCancelled',
    );
    const third = await ask({ convertToLimitOrder: true });
    await send(taker, 'cancelQuotation', [third.id]);
  });
});

describe('a request of a seller', () => {
  test('takes a seller’s collateral by allowance at settlement, not when the seller asks for quotations', async () => {
    const { maker, taker, ask, offer, send, balance } = market;
    const before = await balance(taker.address);
    const asked = await ask({ isRequestingLongPosition: false }, { reserve: 20_000000n });
    expect(factoryEvents(asked.receipt)).toEqual(['QuotationRequested', 'QuotationTrackers']);
    expect(await balance(taker.address)).toBe(before);
    const low = await offer(asked.id, 19_000000n);
    const below = [asked.id, 19_000000n, low, maker.address] as const;
    expect(await errorOf(send(taker, 'settleQuotationEarly', below))).toBe('OfferNotCompetitive');
    const nonce = await offer(asked.id, 30_000000n);
    const args = [asked.id, 30_000000n, nonce, maker.address] as const;
    expect(factoryEvents(await send(taker, 'settleQuotationEarly', args))).toEqual([
      'OfferAcceptedEarly',
      'FeePaid',
      'PremiumPaid',
      'CollateralDeposited',
      'QuotationSettled',
    ]);
    const { feeCollected } = await stateOf(asked.id);
    expect(await balance(taker.address)).toBe(before + 30_000000n - feeCollected - COLLATERAL);
  });
});

describe('a request for an option that exists', () => {
  const exit = async (address: Address, isBuyBack: boolean, reserve: bigint) =>
    market.ask(
      { ...(await market.termsOf(address)), isRequestingLongPosition: isBuyBack },
      { reserve },
    );

  test('sells the buyer’s side of a book’s option, if the factory accepts such options', async () => {
    const { devnet, taker, other, offer, send, balance } = market;
    const address = await bought();
    await setBehaviour(devnet, { refusesBookOptions: true });
    expect(await errorOf(exit(address, false, 10_000000n))).toBe('InvalidOptionOwnership');
    await setBehaviour(devnet, {});
    const before = await balance(taker.address);
    const { id } = await exit(address, false, 10_000000n);
    expect(
      await devnet.client.readContract({
        address: FACTORY_R12,
        abi: optionFactoryAbi,
        functionName: 'activeRfqForOption',
        args: [address],
      }),
    ).toBe(id);
    expect(await errorOf(exit(address, false, 10_000000n))).not.toBe('none');
    const nonce = await offer(id, 30_000000n, other);
    const args = [id, 30_000000n, nonce, other.address] as const;
    expect(factoryEvents(await send(taker, 'settleQuotationEarly', args))).toEqual([
      'OfferAcceptedEarly',
      'FeePaid',
      'PremiumPaid',
      'QuotationSettled',
    ]);
    const { feeCollected } = await stateOf(id);
    expect(await balance(taker.address)).toBe(before + 30_000000n - feeCollected);
    expect(await option(address)).toMatchObject({ buyer: other.address, creator: BOOK_R12 });
  });

  test.each([
    { keepsSellerCollateral: false, returned: COLLATERAL },
    { keepsSellerCollateral: true, returned: 0n },
  ])(
    'buys back the seller’s side, and returns the collateral unless the factory keeps it (keepsSellerCollateral: $keepsSellerCollateral)',
    async ({ returned, ...behaviour }) => {
      const { devnet, taker, other, offer, send, balance } = market;
      const address = await sold();
      await setBehaviour(devnet, behaviour);
      const before = await balance(taker.address);
      const { id } = await exit(address, true, 50_000000n);
      const nonce = await offer(id, 40_000000n, other);
      await send(taker, 'settleQuotationEarly', [id, 40_000000n, nonce, other.address]);
      expect(await balance(taker.address)).toBe(before - 40_000000n + returned);
      expect(await option(address)).toMatchObject({ seller: other.address });
      expect(await balance(address)).toBe(COLLATERAL);
    },
  );

  test('lets one address get both sides of an option only if the factory allows this, and lets that address close the option', async () => {
    const { devnet, maker, taker, offer, send } = market;
    const address = await bought();
    const { id } = await exit(address, false, 10_000000n);
    const nonce = await offer(id, 30_000000n);
    const args = [id, 30_000000n, nonce, maker.address] as const;
    expect(await errorOf(send(taker, 'settleQuotationEarly', args))).toBe('OptionOwnedBySameParty');
    await setBehaviour(devnet, { allowsSameParty: true });
    await send(taker, 'settleQuotationEarly', args);
    const data = encodeFunctionData({ abi: optionAbi, functionName: 'close' });
    await sendFrom(devnet, maker, { to: address, data });
  });

  test('the factory refuses the request if its terms differ, the requester isn’t the holder, or the option’s address is unknown', async () => {
    const { maker, ask, termsOf } = market;
    const address = await bought();
    const terms = { ...(await termsOf(address)), isRequestingLongPosition: false };
    expect(await errorOf(ask({ ...terms, isRequestingLongPosition: true }))).toBe(
      'InvalidOptionOwnership',
    );
    expect(await errorOf(ask(terms, { from: maker }))).toBe('InvalidOptionOwnership');
    expect(await errorOf(ask({ ...terms, numContracts: 999_999n }))).toBe('InvalidOptionOwnership');
    expect(await errorOf(ask({ ...terms, collateral: WETH.address }))).toBe('TokenMismatch');
    expect(await errorOf(ask({ ...terms, existingOptionAddress: FACTORY_R12 }))).toBe(
      'InvalidOptionOwnership',
    );
  });

  test('returns the deposit without a revert when the requester transferred the option before the settlement', async () => {
    const { devnet, taker, other, offer, send, balance } = market;
    const address = await sold();
    const before = await balance(taker.address);
    const { id } = await exit(address, true, 50_000000n);
    const nonce = await offer(id, 40_000000n, other);
    const data = encodeFunctionData({
      abi: optionAbi,
      functionName: 'transfer',
      args: [false, devnet.accounts.referrer.address],
    });
    await sendFrom(devnet, taker, { to: address, data });
    const args = [id, 40_000000n, nonce, other.address] as const;
    expect(factoryEvents(await send(taker, 'settleQuotationEarly', args))).toEqual([
      'OfferAcceptedEarly',
      'CollateralReturned',
      'SettlementFailedDueToStateChange',
    ]);
    expect(await balance(taker.address)).toBe(before);
  });
});

describe('the factory', () => {
  test('keeps a payment that the token refused until the recipient claims the payment', async () => {
    const { devnet, taker, ask, send, balance } = market;
    const before = await balance(taker.address);
    const { id } = await ask();
    await setBlacklisted(devnet, taker.address, true);
    expect(factoryEvents(await send(taker, 'cancelQuotation', [id]))).toEqual([
      'TransferEscrowed',
      'CollateralReturned',
      'QuotationCancelled',
    ]);
    const factory = { address: FACTORY_R12, abi: optionFactoryAbi } as const;
    const claimable = await devnet.client.readContract({
      ...factory,
      functionName: 'claimableTransfers',
      args: [taker.address, USDC.address],
    });
    expect(claimable).toBe(50_000000n);
    expect(await errorOf(send(taker, 'claimEscrowedFunds', [USDC.address]))).not.toBe('none');
    await setBlacklisted(devnet, taker.address, false);
    const claimed = await send(taker, 'claimEscrowedFunds', [USDC.address]);
    expect(factoryEvents(claimed)).toEqual(['EscrowClaimed']);
    expect(await balance(taker.address)).toBe(before);
  });

  test('numbers requests from zero, panics at an unknown index, and refuses to cancel an unknown request', async () => {
    const { devnet, send, taker } = market;
    const factory = { address: FACTORY_R12, abi: optionFactoryAbi } as const;
    const count = await devnet.client.readContract({
      ...factory,
      functionName: 'getQuotationCount',
    });
    expect(await stateOf(0n)).toMatchObject({ requester: taker.address });
    await expect(stateOf(count)).rejects.toThrow('Array index is out of bounds');
    expect(await errorOf(send(taker, 'cancelQuotation', [count]))).toBe('InvalidQuotationId');
  });

  test('refuses a request that names a different requester, has an invalid offer end, or exceeds the value limit', async () => {
    const { devnet, maker, ask } = market;
    const now = BigInt(await devnet.now());
    expect(await errorOf(ask({ requester: maker.address }))).toBe('OnlyRequesterAllowed');
    expect(await errorOf(ask({ offerEndTimestamp: now - 1n }))).toBe('OfferPeriodEnded');
    expect(await errorOf(ask({ offerEndTimestamp: now + 900_000n }))).toBe(
      'RFQExpiryAfterOptionExpiry',
    );
    await expect(ask({ numContracts: 387_000000n })).rejects.toThrow();
  });

  test('after its signing domain changed, accepts only offers that are signed for the new name and version', async () => {
    const { devnet, maker, taker, ask, offer, send } = market;
    const { id } = await ask();
    const old = await offer(id, 40_000000n);
    await setBehaviour(devnet, { name: 'Thetanuts RFQ', version: '2' });
    const args = [id, 40_000000n, old, maker.address] as const;
    expect(await errorOf(send(taker, 'settleQuotationEarly', args))).toBe('InvalidSignature');
    const nonce = await offer(id, 40_000000n);
    await send(taker, 'settleQuotationEarly', [id, 40_000000n, nonce, maker.address]);
  });

  test('lets a buyer accept a maker’s order only from the pinned book, and returns the unspent reserve', async () => {
    const { maker, taker, quote, ask, send, balance } = market;
    const signed = await quote({ price: 40_00000000n });
    const order = orderTuple({ ...signed.order, numContracts: ETH_PUT });
    const { id } = await ask({ expiryTimestamp: BigInt(signed.order.expiry) });
    const before = await balance(taker.address);
    const args = [id, BOOK_R12, order, signed.signature] as const;
    const wrong = [id, TEST_ROUTER, order, signed.signature] as const;
    expect(await errorOf(send(taker, 'settleQuotationEarlyByOrderBook', wrong))).toBe(
      'UnauthorizedRouter',
    );
    const receipt = await send(taker, 'settleQuotationEarlyByOrderBook', args);
    expect(factoryEvents(receipt)).toEqual([
      'OfferAcceptedFromOrderBook',
      'CollateralReturned',
      'QuotationSettled',
    ]);
    expect(await balance(taker.address)).toBe(before + 10_000000n);
    expect(await option(settledOption(receipt))).toEqual({
      buyer: taker.address,
      seller: maker.address,
      creator: BOOK_R12,
    });
  });

  test('lets a seller accept a maker’s bid, and takes the collateral from the seller', async () => {
    const { maker, taker, quote, ask, send, balance } = market;
    const signed = await quote({ isLong: true });
    const order = orderTuple({ ...signed.order, numContracts: ETH_PUT });
    const { id } = await ask(
      { expiryTimestamp: BigInt(signed.order.expiry), isRequestingLongPosition: false },
      { reserve: 20_000000n },
    );
    const before = await balance(taker.address);
    const factory = await balance(FACTORY_R12);
    const args = [id, BOOK_R12, order, signed.signature] as const;
    const receipt = await send(taker, 'settleQuotationEarlyByOrderBook', args);
    expect(await balance(taker.address)).toBe(before + 40_000000n - 1_554000n - COLLATERAL);
    expect(await balance(FACTORY_R12)).toBe(factory);
    expect(await option(settledOption(receipt))).toMatchObject({
      buyer: maker.address,
      seller: taker.address,
    });
  });

  test('shares a fee with the referral whose pattern matches the request', async () => {
    const { devnet, maker, taker, other, ask, offer, send, termsOf } = market;
    const terms = { ...(await termsOf(await bought())), existingOptionAddress: zeroAddress };
    const asked = await ask(terms);
    const {
      isActive: _,
      currentWinner,
      optionContract,
      feeCollected,
      ...params
    } = await stateOf(asked.id);
    await send(taker, 'cancelQuotation', [asked.id]);
    expect([currentWinner, optionContract, feeCollected]).toEqual([zeroAddress, zeroAddress, 0n]);
    await send(other, 'registerReferral', [{ ...params, requester: other.address }]);
    const offerEndTimestamp = BigInt((await devnet.now()) + 60);
    const tracked = { referralId: 1n, eventCode: 7n };
    const request = [{ ...params, offerEndTimestamp }, tracked, 50_000000n, '0x'] as const;
    await send(taker, 'requestForQuotation', request);
    const id = asked.id + 1n;
    const nonce = await offer(id, 40_000000n);
    const receipt = await send(taker, 'settleQuotationEarly', [
      id,
      40_000000n,
      nonce,
      maker.address,
    ]);
    expect(factoryEvents(receipt)).toContain('ReferralRFQExecuted');
    const fees = {
      address: FACTORY_R12,
      abi: optionFactoryAbi,
      functionName: 'referralFees',
    } as const;
    expect(await devnet.client.readContract({ ...fees, args: [1n] })).toBe(777000n);
    const unknown = [request[0], { referralId: 9n, eventCode: 0n }, 5n, '0x'] as const;
    expect(await errorOf(send(taker, 'requestForQuotation', unknown))).toBe('InvalidReferralId');
  });

  test('charges the smaller of 6 bps of notional and 12.5% of the premium', async () => {
    const fee = (premium: bigint) =>
      market.devnet.client.readContract({
        address: FACTORY_R12,
        abi: optionFactoryAbi,
        functionName: 'calculateFee',
        args: [1_000000n, premium, 2_590_00000000n],
      });
    expect(await fee(12_432000n)).toBe(1_554000n);
    expect(await fee(12_431999n)).toBe(1_553999n);
  });

  test('lets only the owner set the maximum value of a request', async () => {
    const { devnet, taker } = market;
    const data = encodeFunctionData({
      abi: devnetFactoryAbi,
      functionName: 'setMaxRfqValue',
      args: [1n],
    });
    await expect(devnet.send({ from: taker.address, to: FACTORY_R12, data })).rejects.toThrow(
      'not the owner',
    );
  });
});

describe('a payment with another token', () => {
  const inner = async (
    change: Partial<Parameters<RfqMarket['ask']>[0]> = {},
    reserve = 50_000000n,
  ) => {
    const { order } = await market.quote();
    return factoryCall('requestForQuotation', [
      {
        requester: market.taker.address,
        existingOptionAddress: zeroAddress,
        collateral: USDC.address,
        collateralPriceFeed: order.priceFeed,
        implementation: order.implementation,
        strikes: order.strikes,
        numContracts: 1_000000n,
        requesterDeposit: 0n,
        collateralAmount: 0n,
        expiryTimestamp: BigInt(order.expiry),
        offerEndTimestamp: BigInt((await market.devnet.now()) + 60),
        isRequestingLongPosition: true,
        convertToLimitOrder: false,
        extraOptionData: '0x',
        ...change,
      },
      { referralId: 0n, eventCode: 0n },
      reserve,
      '0x',
    ]);
  };
  const swapTo = (amount: bigint) =>
    encodeFunctionData({
      abi: testRouterAbi,
      functionName: 'swap',
      args: [WETH.address, 10n ** 16n, USDC.address, amount],
    });

  test('swaps through a listed router to pay the deposit, and returns the unused tokens', async () => {
    const { devnet, taker, send, balance } = market;
    await approve(devnet, taker, { token: WETH.address, amount: 10n ** 18n, spender: FACTORY_R12 });
    const before = await balance(taker.address);
    const swap = (router: Address, calldata: `0x${string}`, bought = 60_000000n) =>
      [router, WETH.address, USDC.address, 2n * 10n ** 16n, swapTo(bought), calldata] as const;
    const weth = await balance(taker.address, WETH.address);
    const receipt = await send(taker, 'swapAndCall', swap(TEST_ROUTER, await inner()));
    expect(factoryEvents(receipt)).toContain('QuotationRequested');
    expect(await balance(taker.address)).toBe(before + 10_000000n);
    expect(await balance(taker.address, WETH.address)).toBe(weth - 10n ** 16n);
    const errors = [
      [swap(BOOK_R12, await inner()), 'UnauthorizedRouter'],
      [swap(TEST_ROUTER, await inner(), 0n), 'SwapFailed'],
      [swap(TEST_ROUTER, await inner({ collateral: WETH.address })), 'TokenMismatch'],
      [
        swap(TEST_ROUTER, await inner({ existingOptionAddress: BOOK_R12 })),
        'SwapAndRFQNotAllowedForExistingOptions',
      ],
      [swap(TEST_ROUTER, factoryCall('cancelQuotation', [0n])), 'UnknownSelector'],
    ] as const;
    for (const [args, error] of errors)
      expect(await errorOf(send(taker, 'swapAndCall', args)), error).toBe(error);
  });

  test('raises the deposit of a running request to the price of a higher offer', async () => {
    const { devnet, maker, taker, ask, offer, send } = market;
    const asked = await ask();
    const nonce = await offer(asked.id, 55_000000n);
    const accept = [asked.id, 55_000000n, nonce, maker.address] as const;
    expect(await errorOf(send(taker, 'settleQuotationEarly', accept))).toBe('OfferNotCompetitive');
    await approve(devnet, taker, { token: WETH.address, amount: 10n ** 18n, spender: FACTORY_R12 });
    const swap = (amount: bigint) =>
      [
        TEST_ROUTER,
        WETH.address,
        USDC.address,
        10n ** 16n,
        swapTo(6_000000n),
        factoryCall('settleQuotationEarly', [asked.id, amount, nonce, maker.address]),
      ] as const;
    expect(await errorOf(send(taker, 'swapAndCall', swap(50_000000n)))).toBe(
      'SwapAndEarlySettleNotRequired',
    );
    expect(factoryEvents(await send(taker, 'swapAndCall', swap(55_000000n)))).toContain(
      'QuotationSettled',
    );
  });

  test('pays more than the deposit when a maker’s order costs more', async () => {
    const { devnet, taker, quote, ask, send, balance } = market;
    await approve(devnet, taker, { token: WETH.address, amount: 10n ** 18n, spender: FACTORY_R12 });
    const signed = await quote({ price: 55_00000000n });
    const { id } = await ask({ expiryTimestamp: BigInt(signed.order.expiry) });
    const before = await balance(taker.address);
    const order = orderTuple({ ...signed.order, numContracts: ETH_PUT });
    const accept = [id, BOOK_R12, order, signed.signature] as const;
    const receipt = await send(taker, 'swapAndCall', [
      TEST_ROUTER,
      WETH.address,
      USDC.address,
      10n ** 16n,
      swapTo(6_000000n),
      factoryCall('settleQuotationEarlyByOrderBook', accept),
    ]);
    expect(await option(settledOption(receipt))).toMatchObject({ buyer: taker.address });
    expect(await balance(taker.address)).toBe(before + 1_000000n);
  });

  test('wraps ether only for a deposit in wrapped ether', async () => {
    const { devnet, taker, quote, balance } = market;
    const { order } = await quote({ product: 'INVERSE_CALL', price: 1_000000n });
    const request = await inner(
      { collateral: WETH.address, implementation: order.implementation, numContracts: 10n ** 18n },
      10n ** 16n,
    );
    const data = (dst: Address, call: `0x${string}`) =>
      factoryCall('swapAndCall', [zeroAddress, zeroAddress, dst, 0n, '0x', call]);
    const before = await balance(taker.address, WETH.address);
    await sendFrom(devnet, taker, {
      to: FACTORY_R12,
      data: data(WETH.address, request),
      value: 2n * 10n ** 16n,
    });
    expect(await balance(taker.address, WETH.address)).toBe(before + 10n ** 16n);
    const wrapping = sendFrom(devnet, taker, {
      to: FACTORY_R12,
      data: data(USDC.address, await inner()),
      value: 1n,
    });
    expect(await errorOf(wrapping)).toBe('WrapperTransferFailed');
  });
});
