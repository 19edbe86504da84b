import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain } from '../../../entrypoints/background/approvals/explain/explain.ts';
import type { ExplainDeps } from '../../../entrypoints/background/approvals/explain/finder.ts';
import { createCodeReader } from '../../../entrypoints/background/chain/code-at.ts';
import { createRpc, type Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { chainContext } from '../../../shared/chain/chain-context.ts';
import { CHAIN_ID, FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { orderTuple } from '../../../shared/orders/calldata.ts';
import { OFFER_TYPES } from '../../../shared/quotations/offer.ts';
import { contracts, epochMs, price8, unixSeconds } from '../../../shared/units.ts';
import { optionAbi } from '../../devnet/abi/full.ts';
import { approve, fillOrder, sendFrom } from '../../devnet/fill.ts';
import { USDC } from '../../devnet/market-fixture.ts';
import { factoryCall } from '../../devnet/rfq-call.ts';
import { type RfqMarket, setBlacklisted, startRfqMarket } from '../../devnet/rfq-fixture.ts';
import { publicKeyOf } from '../../devnet/rfq-seal.ts';
import { estimateOf, fairValue } from '../helpers/fair-value.ts';
import { inGerman } from '../helpers/languages.ts';
import { shownTypedData } from '../helpers/typed-data.ts';
import { worded } from '../helpers/worded.ts';

const STRANGER: Address = '0x00000000000000000000000000000000000bad00';

let market: RfqMarket;
beforeAll(async () => {
  market = await startRfqMarket();
});
afterAll(() => market?.stop());

type Params = Parameters<typeof factoryCall<'requestForQuotation'>>[1][0];

/** Explains a call of an account as its approval window does. */
async function meaningOf(
  data: Hex,
  {
    from = market.taker.address,
    earlier = [],
    request = createRpc({ fetch, urls: () => [market.devnet.rpcUrl] }).request,
    ...others
  }: {
    from?: Address;
    earlier?: readonly Hex[];
    request?: Rpc['request'];
  } & Pick<ExplainDeps, 'modelValue' | 'offerKeyOf'> = {},
) {
  const { devnet } = market;
  const rpc = { request };
  const now = await devnet.now();
  const deps = {
    rpc,
    context: chainContext(CHAIN_ID, 'ETH'),
    codeAt: createCodeReader(rpc),
    clock: { now: () => epochMs(now * 1000) },
    spotOf: () => price8(2_590_00000000n),
    isInFeed: async () => true,
    modelValue: fairValue,
    ...others,
  };
  const draftOf = (call: Hex, to: string = FACTORY_R12) => ({ to, value: '0x0', data: call });
  const before = earlier.map((call) => understandTransaction(draftOf(call, USDC.address)));
  return explain(deps, understandTransaction(draftOf(data)), from, before);
}

/** Returns the call that requests one put for the taker, with a limit of 50 USDC. */
async function requestOf(change: Partial<Params> = {}, limit = 50_000000n): Promise<Hex> {
  const { order } = await market.quote();
  const params: Params = {
    requester: market.taker.address,
    existingOptionAddress: zeroAddress,
    collateral: order.collateral,
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
  };
  const tracking = { referralId: 0n, eventCode: 0n };
  const key = publicKeyOf(market.requesterKey);
  return factoryCall('requestForQuotation', [params, tracking, limit, key]);
}

const bought = async (terms?: Parameters<typeof market.quote>[0]) => {
  const { devnet, quote, taker } = market;
  const signed = await quote(terms);
  const fill = await fillOrder(devnet, { signed, taker, numContracts: contracts(1_000000n) });
  return fill.optionAddress;
};

const amount = (units: bigint) => ({
  kind: 'amount',
  amount: { token: USDC, units: units.toString() },
  isWhole: true,
});
const codes = (checks: readonly { readonly code: string; readonly status: string }[]) =>
  checks.filter(({ status }) => status !== 'passed').map(({ code }) => code);

describe('a request to makers', () => {
  it('shows how much money the factory will hold for a purchase, and reports no danger', async () => {
    const meaning = await meaningOf(await requestOf());
    expect(meaning.call).toMatchObject({
      kind: 'request quotation',
      isBuyer: true,
      limit: { units: '50000000' },
      traded: { asset: 'ETH', product: 'PUT' },
    });
    expect(meaning.highlights?.[0]).toEqual({ label: 'mostPaid', value: amount(50_000000n) });
    expect(meaning.leaves).toEqual([expect.objectContaining({ units: '50000000' })]);
    expect(codes(meaning.checks)).toEqual([]);
    expect(meaning.dangers).toEqual([]);
    const read = () => worded(meaning);
    expect(read().sentence).toBe('Ask makers to sell you 1 × ETH put for at most 50 USDC');
    expect(inGerman(read).sentence).toBe(
      'Maker um den Verkauf von 1 × ETH Put an Sie bitten, für höchstens 50 USDC',
    );
  });

  it('warns that anybody can settle a sale, and names the collateral that the settlement takes', async () => {
    const meaning = await meaningOf(await requestOf({ isRequestingLongPosition: false }));
    const row = meaning.highlights?.find(({ label }) => label === 'collateralAtSettlement');
    expect(row?.value).toEqual(amount(2_500_000000n));
    expect(meaning.leaves).toEqual([]);
    expect(codes(meaning.checks)).toEqual(['settlement.taken']);
    expect(meaning.dangers).toEqual([]);
    const detail = worded(meaning).checks.find(({ label }) => label === 'Settlement')?.detail;
    expect(detail).toMatch(/^Anybody can settle .* 2,500 USDC of collateral is taken/);
  });

  it('requires an acknowledgement for a sale of a position that the account doesn’t hold or whose terms differ', async () => {
    const option = await bought();
    const terms = await market.termsOf(option);
    const sale = await requestOf({ ...terms, isRequestingLongPosition: false });
    const meaning = await meaningOf(sale);
    expect(codes(meaning.checks)).toEqual(['settlement.sold']);
    expect(meaning.dangers).toEqual([]);
    expect(meaning.leaves).toEqual([]);
    expect(worded(meaning).sentence).toBe(
      'Sell 1 × ETH put to makers for at least 50 USDC, before the fee',
    );
    // The fee is 0.06 % of the price, as in the request's form.
    expect(meaning.highlights).toContainEqual({
      label: 'leastAfterTheFeeNow',
      value: amount(48_446000n),
    });
    const ofMaker = await meaningOf(sale, { from: market.other.address });
    expect(ofMaker.dangers).toEqual([{ code: 'side.notHeld' }, { code: 'requester.differs' }]);
    const other = { ...terms, numContracts: 999_999n, isRequestingLongPosition: false };
    const differing = await meaningOf(await requestOf(other));
    expect(differing.dangers).toEqual([{ code: 'terms.differ' }]);
  });

  it('requires an acknowledgement for a sale without a lower limit, and notes a purchase without an upper limit', async () => {
    const free = await meaningOf(await requestOf({ isRequestingLongPosition: false }, 0n));
    expect(free.dangers).toEqual([{ code: 'limit.noLeast' }]);
    const zero = await meaningOf(await requestOf({}, 0n));
    expect(codes(zero.checks)).toEqual(['limit.noHighest']);
  });

  it.each([
    ['unknown option code', { implementation: STRANGER }, 'implementation'],
    ['an unknown price feed', { collateralPriceFeed: STRANGER }, 'price feed'],
    ['an unknown collateral', { collateral: STRANGER }, 'collateral'],
    ['extra data that the product does not use', { extraOptionData: '0x01' }, 'extra data'],
    ['strikes that do not fit the product', { strikes: [1n, 2n] }, 'strikes'],
  ] as const)(
    'refuses a request with %s, for a purchase and for a sale',
    async (_, change, check) => {
      for (const isRequestingLongPosition of [true, false]) {
        const params = { ...change, isRequestingLongPosition } as Partial<Params>;
        const { refusal } = await meaningOf(await requestOf(params));
        expect(refusal).toMatchObject({ code: 'trade', finding: { found: { check } } });
      }
    },
  );

  it('refuses to sell a side of an address that isn’t an option', async () => {
    const existingOptionAddress = market.other.address;
    const sale = await requestOf({ existingOptionAddress, isRequestingLongPosition: false });
    expect((await meaningOf(sale)).refusal).toMatchObject({
      code: 'trade',
      finding: { code: 'option.otherFactory' },
    });
  });

  it('requires an acknowledgement when the limit of a sale is one unit or below half of the model’s value', async () => {
    const sale = { isRequestingLongPosition: false };
    const codesAt = async (limit: bigint, value?: bigint) => {
      const modelValue = async () => (value === undefined ? undefined : estimateOf(value));
      return (await meaningOf(await requestOf(sale, limit), { modelValue })).dangers;
    };
    expect(await codesAt(1n)).toEqual([{ code: 'farBelowValue' }]);
    expect(await codesAt(29_000000n, 60_000000n)).toEqual([{ code: 'farBelowValue' }]);
    expect(await codesAt(30_000000n, 60_000000n)).toEqual([]);
  });

  it('warns of offers that only the site can read, and of an offer period of years', async () => {
    const data = await requestOf();
    const own = publicKeyOf(market.requesterKey);
    // The other point with the same x coordinate.
    const other = `${own.startsWith('0x02') ? '0x03' : '0x02'}${own.slice(4)}`;
    const ofKey = (key: string) => meaningOf(data, { offerKeyOf: () => key });
    expect(codes((await ofKey(own)).checks)).toEqual([]);
    expect(codes((await ofKey(other)).checks)).toEqual(['offerKey.another']);
    const end = BigInt(await market.devnet.now()) + 10n * 365n * 86_400n;
    const years = await requestOf({ offerEndTimestamp: end, expiryTimestamp: end + 1n });
    expect(codes((await meaningOf(years)).checks)).toContain('window.long');
  });

  it('warns of a limit above the largest payout', async () => {
    const { dangers } = await meaningOf(await requestOf({}, 2_500_000001n));
    expect(dangers).toEqual([{ code: 'premiumAbovePayout' }]);
  });

  it('accepts an approval from the request’s own batch, and reports a missing approval', async () => {
    const { devnet, taker } = market;
    const token = USDC.address;
    await approve(devnet, taker, { token, amount: 0n, spender: FACTORY_R12 });
    const data = await requestOf();
    expect(codes((await meaningOf(data)).checks)).toEqual(['allowance.factoryShort']);
    const args = [FACTORY_R12, 50_000000n] as const;
    const allow = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
    expect(codes((await meaningOf(data, { earlier: [allow] })).checks)).toEqual([]);
    await approve(devnet, taker, { token, amount: 10n ** 12n, spender: FACTORY_R12 });
  });
});

describe('a call about a request', () => {
  it('verifies the signature of an accepted offer, and refuses a different amount', async () => {
    const { ask, offer, maker } = market;
    const { id } = await ask();
    const nonce = await offer(id, 30_000000n);
    const accept = (units: bigint) =>
      factoryCall('settleQuotationEarly', [id, units, nonce, maker.address]);
    const meaning = await meaningOf(accept(30_000000n));
    expect(worded(meaning).sentence).toBe('Buy 1 × ETH put from a maker for 30 USDC');
    expect(meaning.checks).toContainEqual({ code: 'signature.offerSigned', status: 'passed' });
    expect(meaning.rows).toContainEqual({ label: 'youPay', value: amount(30_000000n) });
    expect(meaning.rows).toContainEqual({ label: 'escrowReturned', value: amount(20_000000n) });
    expect([meaning.dangers, meaning.refusal]).toEqual([[], undefined]);
    expect((await meaningOf(accept(29_000000n))).refusal).toEqual({
      code: 'signature.offerNotSigned',
    });
  });

  it('names the fee and the proceeds of a sale, and the collateral for a new option', async () => {
    const { ask, offer, maker } = market;
    const { id } = await ask({ isRequestingLongPosition: false }, { reserve: 20_000000n });
    const nonce = await offer(id, 30_000000n);
    const data = factoryCall('settleQuotationEarly', [id, 30_000000n, nonce, maker.address]);
    const meaning = await meaningOf(data);
    const { rows, leaves, arrives } = meaning;
    expect(worded(meaning).sentence).toBe(
      'Sell 1 × ETH put to a maker for 30 USDC, before the fee',
    );
    const stop = await meaningOf(factoryCall('cancelQuotation', [id]));
    expect(worded(stop).sentence).toBe('Stop asking makers about 1 × ETH put');
    expect(rows).toContainEqual({ label: 'fee', value: amount(1_554000n) });
    expect(rows).toContainEqual({ label: 'youReceive', value: amount(28_446000n) });
    expect(leaves).toEqual([expect.objectContaining({ units: '2500000000' })]);
    expect(arrives).toEqual([expect.objectContaining({ units: '28446000' })]);
  });

  it('shows that the account’s side of a sold option goes to the maker', async () => {
    const { ask, offer, other } = market;
    const terms = await market.termsOf(await bought());
    const sale = { ...terms, isRequestingLongPosition: false };
    const { id } = await ask(sale, { reserve: 20_000000n });
    const nonce = await offer(id, 30_000000n, other);
    const data = factoryCall('settleQuotationEarly', [id, 30_000000n, nonce, other.address]);
    const { rows, checks, dangers } = await meaningOf(data);
    expect(rows).toContainEqual({ label: 'side', value: { kind: 'option side', isBuyer: true } });
    expect(codes(checks)).toEqual(['side.goesToMaker']);
    expect(dangers).toEqual([]);
  });

  it.each([
    ['buyer', {}, { label: 'offer', value: amount(30_000000n) }],
    ['seller', { isLong: true }, { label: 'youPay', value: amount(30_000000n) }],
  ] as const)(
    'shows the price but no movements after the holder transferred the %s’s side away',
    async (side, quoted, price) => {
      const { ask, devnet, offer, other, taker } = market;
      const option = await bought(quoted);
      const isBuyer = side === 'buyer';
      const terms = { ...(await market.termsOf(option)), isRequestingLongPosition: !isBuyer };
      const { id, offerEnd } = await ask(terms, { reserve: isBuyer ? 20_000000n : 50_000000n });
      const nonce = await offer(id, 30_000000n, other);
      const given = encodeFunctionData({
        abi: optionAbi,
        functionName: 'transfer',
        args: [isBuyer, other.address],
      });
      await sendFrom(devnet, taker, { to: option, data: given });
      const args = [id, 30_000000n, nonce, other.address] as const;
      const judged = async (data: Hex) => {
        const { rows, leaves, arrives, checks, dangers } = await meaningOf(data);
        expect(rows).toContainEqual(price);
        expect([leaves, arrives]).toEqual([[], []]);
        expect(checks).toContainEqual({ code: 'side.notHeld', status: 'failed' });
        expect(checks).toContainEqual({ code: 'result.maybeNoTrade', status: 'warned' });
        expect(checks.map(({ code }) => code)).not.toContain('result.noTrade');
        expect(dangers).toEqual([{ code: 'side.notHeld' }]);
      };
      await judged(factoryCall('settleQuotationEarly', args));
      await devnet.advanceTo(offerEnd + 1);
      await market.send(other, 'revealOffer', args);
      await devnet.advanceTo(offerEnd + 61);
      await judged(factoryCall('settleQuotation', [id]));
    },
  );

  it('shows the trade and requires an acknowledgement while no node knows who holds the traded side', async () => {
    const { ask, devnet, offer, other } = market;
    const option = await bought();
    const sale = { ...(await market.termsOf(option)), isRequestingLongPosition: false };
    const { id } = await ask(sale, { reserve: 20_000000n });
    const nonce = await offer(id, 30_000000n, other);
    const data = factoryCall('settleQuotationEarly', [id, 30_000000n, nonce, other.address]);
    const buyer = encodeFunctionData({ abi: optionAbi, functionName: 'buyer' });
    const { request } = createRpc({ fetch, urls: () => [devnet.rpcUrl] });
    const silent: Rpc['request'] = (method, params) =>
      JSON.stringify(params).includes(buyer.slice(2))
        ? Promise.reject(new Error('no answer'))
        : request(method, params);
    const { rows, arrives, checks, dangers } = await meaningOf(data, { request: silent });
    expect(rows).toContainEqual({ label: 'offer', value: amount(30_000000n) });
    expect(arrives).toHaveLength(1);
    expect(codes(checks)).toEqual(['option.unread']);
    expect(dangers).toEqual([{ code: 'optionUnknown' }]);
  });

  it('shows that the escrow of a cancelled request returns only to its requester', async () => {
    const { id } = await market.ask();
    const data = factoryCall('cancelQuotation', [id]);
    const meaning = await meaningOf(data);
    expect(meaning.arrives).toEqual([expect.objectContaining({ units: '50000000' })]);
    expect([codes(meaning.checks), meaning.dangers]).toEqual([[], []]);
    const ofOther = await meaningOf(data, { from: market.other.address });
    expect([ofOther.arrives, codes(ofOther.checks)]).toEqual([[], ['requester.differs']]);
  });

  it('refuses a call about a request that no node knows, unless the call cancels a request or an offer', async () => {
    const id = 10n ** 9n;
    const { maker } = market;
    const refused = { code: 'trade', finding: { code: 'request.unread', status: 'failed' } };
    for (const data of [
      factoryCall('settleQuotation', [id]),
      factoryCall('settleQuotationEarly', [id, 1n, 1n, maker.address]),
      factoryCall('revealOffer', [id, 1n, 1n, maker.address]),
      factoryCall('makeOfferForQuotation', [id, '0x01', '0x02', '0x00']),
    ])
      expect((await meaningOf(data)).refusal).toEqual(refused);
    for (const data of [
      factoryCall('cancelQuotation', [id]),
      factoryCall('cancelOfferForQuotation', [id]),
    ]) {
      const { refusal, dangers } = await meaningOf(data);
      expect([refusal, dangers]).toEqual([undefined, []]);
    }
  });

  it('warns when an accepted offer is beyond the account’s limit', async () => {
    const { ask, offer, maker } = market;
    const { id } = await ask();
    const nonce = await offer(id, 60_000000n);
    const data = factoryCall('settleQuotationEarly', [id, 60_000000n, nonce, maker.address]);
    expect((await meaningOf(data)).dangers).toEqual([{ code: 'limit.beyond' }]);
  });

  it('warns that settling a request without a winner makes the account take the other side', async () => {
    const { ask, devnet, other } = market;
    const { id, offerEnd } = await ask({ convertToLimitOrder: true });
    await devnet.advanceTo(offerEnd + 61);
    const data = factoryCall('settleQuotation', [id]);
    const { rows, checks, dangers } = await meaningOf(data, { from: other.address });
    expect(dangers).toEqual([{ code: 'becomesMaker' }]);
    expect(codes(checks)).toEqual(['afterwards.requestStaysOpen']);
    expect(rows).toContainEqual({
      label: 'collateralAtSettlement',
      value: amount(2_500_000000n),
    });
    const own = await meaningOf(data);
    expect(own.dangers).toEqual([]);
    expect(own.checks).toContainEqual({ code: 'result.noTrade', status: 'passed' });
  });

  it('shows what settling a request costs and returns, or that the request ends without a trade', async () => {
    const { ask, offer, send, maker, devnet } = market;
    const asked = await ask();
    const nonce = await offer(asked.id, 30_000000n);
    const settle = factoryCall('settleQuotation', [asked.id]);
    expect(codes((await meaningOf(settle)).checks)).toEqual(['window.offersNotOver']);
    await devnet.advanceTo(asked.offerEnd + 1);
    const args = [asked.id, 30_000000n, nonce, maker.address] as const;
    const reveal = await meaningOf(factoryCall('revealOffer', args), { from: maker.address });
    expect(reveal.rows).toContainEqual({
      label: 'collateralAtSettlement',
      value: amount(2_500_000000n),
    });
    await send(maker, 'revealOffer', args);
    await devnet.advanceTo(asked.offerEnd + 61);
    const { rows, checks, arrives } = await meaningOf(settle);
    expect(codes(checks)).toEqual([]);
    expect(rows).toContainEqual({ label: 'youPay', value: amount(30_000000n) });
    expect(arrives).toEqual([expect.objectContaining({ units: '20000000' })]);
    const unanswered = await ask();
    await devnet.advanceTo(unanswered.offerEnd + 61);
    const ended = await meaningOf(factoryCall('settleQuotation', [unanswered.id]));
    expect(ended.checks).toContainEqual({ code: 'result.noTrade', status: 'passed' });
    expect(ended.arrives).toEqual([expect.objectContaining({ units: '50000000' })]);
  });

  it('explains the worst case of a sealed offer, and shows no danger for the withdrawal of an offer', async () => {
    const { ask, maker } = market;
    const { id } = await ask();
    const data = factoryCall('makeOfferForQuotation', [id, '0x', '0x02', '0x00']);
    const meaning = await meaningOf(data, { from: maker.address });
    expect(meaning.rows).toContainEqual({
      label: 'collateralAtSettlement',
      value: amount(2_500_000000n),
    });
    expect(codes(meaning.checks)).toEqual(['offer.amountSealed']);
    expect(meaning.dangers).toEqual([{ code: 'offer.amountSealed' }]);
    const back = await meaningOf(factoryCall('cancelOfferForQuotation', [id]));
    expect([codes(back.checks), back.dangers]).toEqual([[], []]);
  });

  it('judges a sealed offer by the limit of the request, which no offer may exceed', async () => {
    const { ask, maker } = market;
    const { id } = await ask();
    const data = factoryCall('makeOfferForQuotation', [id, '0x', '0x02', '0x00']);
    const dangersAt = async (value: bigint) => {
      const modelValue = async () => estimateOf(value);
      return (await meaningOf(data, { from: maker.address, modelValue })).dangers;
    };
    const sealed = { code: 'offer.amountSealed' };
    expect(await dangersAt(1_000_000000n)).toEqual([{ code: 'farBelowValue' }, sealed]);
    expect(await dangersAt(1n)).toEqual([sealed]);
  });

  it('names the amount that a signed offer makes its maker pay or lock', async () => {
    const { ask, maker, devnet } = market;
    const signed = async (id: bigint) =>
      shownTypedData(
        {
          types: OFFER_TYPES,
          primaryType: 'Offer',
          domain: { name: 'OptionFactory', chainId: CHAIN_ID, verifyingContract: FACTORY_R12 },
          message: {
            quotationId: id.toString(),
            offerAmount: '30000000',
            offeror: maker.address,
            nonce: '7',
          },
        },
        {
          account: maker.address,
          rpc: createRpc({ fetch, urls: () => [devnet.rpcUrl] }),
          now: unixSeconds(await devnet.now()),
        },
      );
    const sold = await signed((await ask()).id);
    expect(sold.signed.request?.rows).toContainEqual({
      label: 'collateralAtSettlement',
      value: amount(2_500_000000n),
    });
    expect(sold.refusal).toBeUndefined();
    const sale = await ask({ isRequestingLongPosition: false });
    const paid = await signed(sale.id);
    expect(paid.signed.request?.rows).toContainEqual({
      label: 'youPay',
      value: amount(30_000000n),
    });
    const future = await signed(10n ** 9n);
    expect(future.refusal).toContain('couldn’t read this request');
    expect(future.danger).toBeUndefined();
    const own = await signed((await ask({}, { from: maker })).id);
    expect(codes(own.signed.request?.checks ?? [])).toEqual(['request.own']);
    const beyond = await ask({ convertToLimitOrder: true }, { reserve: 29_000000n });
    expect(codes((await signed(beyond.id)).signed.request?.checks ?? [])).toEqual([
      'limit.beyond',
      'afterwards.requestStaysOpen',
    ]);
  });

  it('shows nothing to claim when no transfer has failed', async () => {
    const { checks, arrives } = await meaningOf(factoryCall('claimEscrowedFunds', [USDC.address]));
    expect([codes(checks), arrives]).toEqual([['amount.nothingToClaim'], []]);
  });

  it('names the amount that the factory kept after a failed transfer', async () => {
    const { ask, send, taker, devnet } = market;
    const { id } = await ask();
    await setBlacklisted(devnet, taker.address, true);
    await send(taker, 'cancelQuotation', [id]);
    await setBlacklisted(devnet, taker.address, false);
    const claim = factoryCall('claimEscrowedFunds', [USDC.address]);
    const { rows, arrives, dangers } = await meaningOf(claim);
    expect(rows).toEqual([{ label: 'claimed', value: amount(50_000000n) }]);
    expect(arrives).toEqual([expect.objectContaining({ units: '50000000' })]);
    expect(dangers).toEqual([]);
  });

  it('shows the call inside a swap, and warns that the account trusts the router', async () => {
    const router = market.other.address;
    const inner = await requestOf();
    const data = factoryCall('swapAndCall', [router, USDC.address, USDC.address, 7n, '0x', inner]);
    const { call, inner: calls, dangers, checks, leaves } = await meaningOf(data);
    expect(call).toMatchObject({ kind: 'swap and call', paid: { units: '7' } });
    expect(calls?.[0]?.call).toMatchObject({ kind: 'request quotation' });
    expect(calls?.[0]?.rows[0]).toEqual({ label: 'mostPaid', value: amount(50_000000n) });
    expect(codes(checks)).toEqual(['router.notAuthorized']);
    expect(dangers).toEqual([expect.objectContaining({ code: 'trustsRouter', router })]);
    expect(leaves).toEqual([expect.objectContaining({ units: '7' })]);
  });

  it('explains a settlement through a known order book, and refuses an unknown book', async () => {
    const { id } = await market.ask();
    const { order, signature, optionBookAddress } = await market.quote();
    const dataOf = (book: Address) =>
      factoryCall('settleQuotationEarlyByOrderBook', [id, book, orderTuple(order), signature]);
    const meaning = await meaningOf(dataOf(optionBookAddress));
    expect(meaning.rows[0]).toEqual({
      label: 'request',
      value: { kind: 'number', number: id.toString() },
    });
    expect(meaning.refusal).toBeUndefined();
    expect((await meaningOf(dataOf(market.other.address))).refusal).toMatchObject({ code: 'fill' });
  });
});
