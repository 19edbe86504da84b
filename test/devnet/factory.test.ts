import { encodeFunctionData, type Hex, parseEventLogs, type TransactionReceipt } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { optionFactoryAbi } from '../../shared/chain/abi/option-factory.ts';
import { optionAbi } from './abi/full.ts';
import { FACTORY_R12 } from './addresses.ts';
import { approve, revertText, sendFrom } from './fill.ts';
import { type Market, startMarket, USDC } from './market-fixture.ts';

function names({ logs }: TransactionReceipt): string[] {
  return parseEventLogs({ abi: optionFactoryAbi, logs }).map(({ eventName }) => eventName);
}

describe('requests for quotation on the factory', () => {
  let market: Market;
  beforeAll(async () => {
    market = await startMarket();
    for (const account of [market.maker, market.taker])
      await approve(market.devnet, account, {
        token: USDC.address,
        amount: 10n ** 12n,
        spender: FACTORY_R12,
      });
  });
  afterAll(async () => market?.stop());

  const send = (account: Market['maker'], data: Hex) =>
    sendFrom(market.devnet, account, { to: FACTORY_R12, data });

  async function ask(isRequestingLongPosition: boolean) {
    const { order } = await market.quote();
    const now = await market.devnet.now();
    const { taker } = market;
    const receipt = await send(
      taker,
      encodeFunctionData({
        abi: optionFactoryAbi,
        functionName: 'requestForQuotation',
        args: [
          {
            requester: taker.address,
            existingOptionAddress: '0x0000000000000000000000000000000000000000',
            collateral: order.collateral,
            collateralPriceFeed: order.priceFeed,
            implementation: order.implementation,
            strikes: order.strikes,
            numContracts: 1_000000n,
            requesterDeposit: 0n,
            collateralAmount: 0n,
            expiryTimestamp: BigInt(order.expiry),
            offerEndTimestamp: BigInt(now + 60),
            isRequestingLongPosition,
            convertToLimitOrder: false,
            extraOptionData: '0x',
          },
          { referralId: 3n, eventCode: 4n },
          isRequestingLongPosition ? 50_000000n : 20_000000n,
          'a public key',
        ],
      }),
    );
    const [asked] = parseEventLogs({
      abi: optionFactoryAbi,
      eventName: 'QuotationRequested',
      logs: receipt.logs,
    });
    return { receipt, id: asked?.args.quotationId ?? 0n, now };
  }

  const offer = (id: bigint) =>
    send(
      market.maker,
      encodeFunctionData({
        abi: optionFactoryAbi,
        functionName: 'makeOfferForQuotation',
        args: [id, '0x1234', 'a signing key', 'sealed'],
      }),
    );

  const reveal = (id: bigint, amount: bigint) =>
    encodeFunctionData({
      abi: optionFactoryAbi,
      functionName: 'revealOffer',
      args: [id, amount, 1n, market.maker.address],
    });

  const settle = (id: bigint) =>
    encodeFunctionData({ abi: optionFactoryAbi, functionName: 'settleQuotation', args: [id] });

  test('settles a request with offers into an option of both parties', async () => {
    const { devnet, maker, taker } = market;
    const { receipt, id, now } = await ask(true);
    expect(names(receipt)).toEqual(['QuotationRequested', 'QuotationTrackers']);
    expect(names(await offer(id))).toEqual(['OfferMade']);
    const early = { from: maker.address, to: FACTORY_R12, data: reveal(id, 40_000000n) };
    await expect(revertText(devnet, early)).rejects.toThrow();
    await devnet.advanceTo(now + 61);
    expect(names(await send(maker, reveal(id, 40_000000n)))).toEqual(['OfferRevealed']);
    await devnet.advanceTo(now + 121);
    const settled = await send(taker, settle(id));
    expect(names(settled)).toEqual([
      'CollateralDeposited',
      'FeePaid',
      'PremiumPaid',
      'QuotationSettled',
    ]);
    const [initialized] = parseEventLogs({
      abi: optionAbi,
      eventName: 'OptionInitialized',
      logs: settled.logs,
    });
    expect(initialized?.args).toMatchObject({
      buyer: taker.address,
      seller: maker.address,
      createdBy: FACTORY_R12,
      collateralAmount: 2_500_000000n,
    });
  });

  test('lets a selling requester deposit, accept early, or cancel and get the deposit back', async () => {
    const { maker, taker, balance } = market;
    const before = await balance(taker.address);
    const first = await ask(false);
    expect(names(first.receipt)).toContain('CollateralDeposited');
    const cancel = encodeFunctionData({
      abi: optionFactoryAbi,
      functionName: 'cancelQuotation',
      args: [first.id],
    });
    expect(names(await send(taker, cancel))).toEqual(['CollateralReturned', 'QuotationCancelled']);
    expect(await balance(taker.address)).toBe(before);

    const second = await ask(false);
    await offer(second.id);
    const accept = encodeFunctionData({
      abi: optionFactoryAbi,
      functionName: 'settleQuotationEarly',
      args: [second.id, 30_000000n, 1n, maker.address],
    });
    expect(names(await send(taker, accept))).toEqual([
      'OfferAcceptedEarly',
      'FeePaid',
      'PremiumPaid',
      'QuotationSettled',
    ]);
  });

  test('lets an offer be withdrawn, and ends a request without offers without an option', async () => {
    const { devnet, maker, taker } = market;
    const { id, now } = await ask(true);
    await offer(id);
    const back = encodeFunctionData({
      abi: optionFactoryAbi,
      functionName: 'cancelOfferForQuotation',
      args: [id],
    });
    expect(names(await send(maker, back))).toEqual(['OfferCancelled']);
    await devnet.advanceTo(now + 121);
    expect(names(await send(taker, settle(id)))).toEqual(['QuotationCancelled']);
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
});
