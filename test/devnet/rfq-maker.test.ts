import { type Hex, maxUint256, parseEventLogs, recoverTypedDataAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FACTORY_R12 } from '../../shared/chain/deployments.ts';
import { contracts } from '../../shared/units.ts';
import { eventually } from '../helpers/eventually.ts';
import { optionFactoryAbi } from './abi/full.ts';
import { approve, fillOrder } from './fill.ts';
import { USDC, WETH } from './market-fixture.ts';
import { type RfqMarket, startRfqMarket } from './rfq-fixture.ts';
import { type RfqMaker, startRfqMaker } from './rfq-maker.ts';
import { offerTypedData, readDomain } from './rfq-offer.ts';
import { unseal } from './rfq-seal.ts';

const HIGH = 100_000000n;

describe('the makers that answer requests for quotation', () => {
  let market: RfqMarket;
  let makers: RfqMaker;
  const problems: string[] = [];
  beforeAll(async () => {
    market = await startRfqMarket();
    const { devnet, taker } = market;
    await approve(devnet, taker, { token: WETH.address, amount: maxUint256, spender: FACTORY_R12 });
    makers = await startRfqMaker({
      devnet: market.devnet,
      delayMs: 0,
      onProblem: (sentence) => problems.push(sentence),
    });
  });
  afterAll(async () => {
    await makers?.stop();
    await market?.stop();
  });

  const logsOf = async (id: bigint) => {
    const logs = await market.devnet.client.getLogs({ address: FACTORY_R12, fromBlock: 0n });
    return parseEventLogs({ abi: optionFactoryAbi, logs }).filter(
      ({ args }) => 'quotationId' in args && args.quotationId === id,
    );
  };

  async function offersOf(id: bigint, count: number) {
    await eventually(async () => {
      const made = (await logsOf(id)).filter(({ eventName }) => eventName === 'OfferMade');
      expect(made.length).toBe(count);
    });
    return (await logsOf(id)).flatMap((log) => (log.eventName === 'OfferMade' ? [log.args] : []));
  }

  async function read(
    offer: Awaited<ReturnType<typeof offersOf>>[number],
  ): Promise<{ amount: bigint; nonce: bigint; isSigned: boolean }> {
    const { quotationId, offeror, offerSignature, signingKey, signedOfferForRequester } = offer;
    const sealed = { signingKey: signingKey as Hex, wire: signedOfferForRequester as Hex };
    const text: unknown = JSON.parse(unseal(sealed, market.requesterKey));
    const { offerAmount, nonce: digits } = text as { offerAmount: string; nonce: string };
    const [amount, nonce] = [BigInt(offerAmount), BigInt(`0x${digits}`)];
    const domain = await readDomain(market.devnet);
    const message = { quotationId, offerAmount: amount, offeror, nonce };
    const signer = await recoverTypedDataAddress({
      ...offerTypedData(domain, message),
      signature: offerSignature,
    });
    return { amount, nonce, isSigned: signer === offeror };
  }

  const ended = (id: bigint, event: string) =>
    eventually(async () =>
      expect((await logsOf(id)).map(({ eventName }) => eventName)).toContain(event),
    );

  test('makers answer with signed offers, and the cheaper maker reveals its offer and wins', async () => {
    const { devnet, ask, stateOf } = market;
    const { id, offerEnd } = await ask({}, { reserve: HIGH });
    const [best, second] = await offersOf(id, 2);
    if (best === undefined || second === undefined) throw new Error('Two offers are missing.');
    const [first, other] = [await read(best), await read(second)];
    expect(first.isSigned && other.isSigned).toBe(true);
    expect(first.amount).toBeLessThan(other.amount);
    expect(first.amount).toBeGreaterThan(5_000000n);
    await devnet.advanceTo(offerEnd + 1);
    await ended(id, 'OfferRevealed');
    await devnet.advanceTo(offerEnd + 61);
    await ended(id, 'QuotationSettled');
    expect(await stateOf(id)).toMatchObject({
      currentWinner: devnet.accounts.rfqMakers[0].address,
      currentBestPriceOrReserve: first.amount,
    });
  });

  test('makers buy a book’s option from its holder, who accepts early', async () => {
    const { devnet, taker, quote, ask, termsOf, send, stateOf } = market;
    const { optionAddress } = await fillOrder(devnet, {
      signed: await quote(),
      taker,
      numContracts: contracts(1_000000n),
    });
    const terms = await termsOf(optionAddress);
    const { id } = await ask({ ...terms, isRequestingLongPosition: false }, { reserve: 1n });
    const [best] = await offersOf(id, 2);
    if (best === undefined) throw new Error('An offer is missing.');
    const { amount, nonce } = await read(best);
    await send(taker, 'settleQuotationEarly', [id, amount, nonce, best.offeror]);
    expect(await stateOf(id)).toMatchObject({ optionContract: optionAddress, isActive: false });
  });

  test('makers don’t answer while their number of offers is set to zero, or when the reserve is too low', async () => {
    const { ask } = market;
    const low = await ask({}, { reserve: 1_000000n });
    await makers.answer({ offers: 0 });
    const silent = await ask({}, { reserve: HIGH });
    await makers.answer({ offers: 1 });
    const answered = await ask({}, { reserve: HIGH });
    await offersOf(answered.id, 1);
    expect(await offersOf(low.id, 0)).toEqual([]);
    expect(await offersOf(silent.id, 0)).toEqual([]);
  });

  test.each(['INVERSE_CALL', 'PUT_SPREAD', 'PHYSICAL_CALL'] as const)(
    'makers offer to sell an option, and offer a lower price to buy the same option: %s',
    async (product) => {
      await makers.answer({ offers: 1 });
      const strikes = product === 'PUT_SPREAD' ? [2_600n, 2_500n] : [2_600n];
      const { order } = await market.quote({ product, strikes: strikes.map((k) => k * 10n ** 8n) });
      const { collateral, implementation, extraOptionData } = order;
      const terms = {
        collateral,
        implementation,
        extraOptionData,
        strikes: order.strikes,
        numContracts: collateral === USDC.address ? 1_000000n : 10n ** 18n,
      };
      const price = async (isRequestingLongPosition: boolean, reserve: bigint) => {
        const { id } = await market.ask({ ...terms, isRequestingLongPosition }, { reserve });
        const [made] = await offersOf(id, 1);
        if (made === undefined) throw new Error('The offer is missing.');
        const { amount, nonce } = await read(made);
        await market.send(market.taker, 'settleQuotationEarly', [id, amount, nonce, made.offeror]);
        return amount;
      };
      const escrow = collateral === USDC.address ? HIGH : 10n ** 17n;
      expect(await price(true, escrow)).toBeGreaterThan(await price(false, 1n));
    },
  );

  test.each([
    { conduct: 'forged', isSigned: false },
    { conduct: 'replayed', isSigned: false },
    { conduct: 'revealed worse', isSigned: false },
    { conduct: 'above the reserve', isSigned: true },
    { conduct: 'late', isSigned: true },
    { conduct: 'never revealed', isSigned: true },
    { conduct: 'withdrawn', isSigned: true },
  ] as const)(
    'a request ends even if a maker makes an offer of the kind “$conduct”',
    async ({ conduct, isSigned }) => {
      await makers.answer({ offers: 1, conduct: [conduct] });
      const { devnet, ask } = market;
      const { id, offerEnd } = await ask({}, { reserve: HIGH });
      const [made] = await offersOf(id, 1);
      if (made === undefined) throw new Error('The offer is missing.');
      const { amount, isSigned: hasSigned } = await read(made);
      expect(hasSigned).toBe(isSigned);
      if (conduct === 'above the reserve') expect(amount).toBe(2n * HIGH);
      if (conduct === 'withdrawn') await ended(id, 'OfferCancelled');
      await devnet.advanceTo(offerEnd + 1);
      if (conduct === 'revealed worse') {
        await ended(id, 'OfferRevealed');
        const state = await market.stateOf(id);
        expect(state.currentBestPriceOrReserve).toBeGreaterThan(amount);
      }
      await devnet.advanceTo(offerEnd + 61);
      if (conduct === 'revealed worse') await ended(id, 'QuotationSettled');
      else {
        await market.send(market.taker, 'settleQuotation', [id]);
        await ended(id, 'QuotationCancelled');
      }
    },
  );

  test('makers can send an offer that the requester can’t open', async () => {
    await makers.answer({ offers: 1, conduct: ['garbage'] });
    const { id } = await market.ask({}, { reserve: HIGH });
    const [made] = await offersOf(id, 1);
    await expect(read(made as never)).rejects.toThrow();
    expect(problems).toEqual([]);
  });
});
