import { type Address, encodeFunctionData, parseEther, parseEventLogs, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOOK_R12, FACTORY_R12 } from '../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS } from '../../shared/chain/implementations.ts';
import { encodeCancel, encodeFill, orderTuple } from '../../shared/orders/calldata.ts';
import { describeOrder } from '../../shared/orders/describe.ts';
import type { SignedOrder } from '../../shared/orders/order.ts';
import { buyerPayoff } from '../../shared/orders/payoff.ts';
import { contracts, price8 } from '../../shared/units.ts';
import { optionAbi, optionBookAbi } from './abi/full.ts';
import { testRouterAbi } from './abi.ts';
import { approve, fillOrder, readFill, revertText, sendFrom } from './fill.ts';
import { TEST_ROUTER } from './installation.ts';
import { type Market, startMarket, USDC, WETH } from './market-fixture.ts';

const ONE = contracts(1_000000n);
const CANCELLED = 2n ** 256n - 1n;
const PUT = IMPLEMENTATIONS.find((one) => one.revision === 'r12' && one.product === 'PUT');

describe('the order book', () => {
  let market: Market;
  beforeAll(async () => {
    market = await startMarket();
  });
  afterAll(async () => market?.stop());

  const fill = (signed: SignedOrder, numContracts = ONE, referrer: Address = zeroAddress) =>
    fillOrder(market.devnet, { signed, taker: market.taker, numContracts, referrer });

  const refusal = (signed: SignedOrder, numContracts = ONE) =>
    revertText(market.devnet, {
      from: market.taker.address,
      to: BOOK_R12,
      data: encodeFill({ ...signed, referrer: zeroAddress, numContracts }),
    });

  test('moves exactly the premium minus the fee from buyer to seller, and locks the seller’s collateral', async () => {
    const { maker, taker, balance, quote } = market;
    const signed = await quote();
    const before = await Promise.all([
      balance(taker.address),
      balance(maker.address),
      balance(BOOK_R12),
    ]);
    const { premium, fee, collateral, optionAddress } = await fill(signed);
    expect({ premium, fee, collateral }).toEqual({
      premium: 40_000000n,
      // 6 bps of 2590.00
      fee: 1_554000n,
      collateral: 2_500_000000n,
    });
    expect(await balance(taker.address)).toBe(before[0] - premium);
    expect(await balance(maker.address)).toBe(before[1] + premium - fee - collateral);
    expect(await balance(BOOK_R12)).toBe(before[2] + fee);
    expect(await balance(optionAddress)).toBe(collateral);
  });

  test('a taker who sells needs only the collateral plus the fee, minus the premium', async () => {
    const { devnet, maker, quote, balance } = market;
    const poor = devnet.accounts.takers[2];
    const signed = await quote({ isLong: true });
    const own = 2_500_000000n - 40_000000n + 1_554000n;
    await devnet.fund(poor.address, { usdc: own });
    const data = encodeFill({ ...signed, referrer: zeroAddress, numContracts: ONE });
    await approve(devnet, poor, { token: USDC.address, amount: 2_500_000000n });
    const { buyer, seller, sellerWasMaker } = readFill(
      await sendFrom(devnet, poor, { to: BOOK_R12, data }),
    );
    expect({ buyer, seller, sellerWasMaker }).toEqual({
      buyer: maker.address,
      seller: poor.address,
      sellerWasMaker: false,
    });
    expect(await balance(poor.address)).toBe(0n);
  });

  test('applies one budget and one cancellation to all orders with the same nonce', async () => {
    const { devnet, maker, quote, amountFilled } = market;
    const orderExpiry = (await devnet.now()) + 5000;
    const terms = { budget: 5_000_000000n, orderExpiry };
    const first = await quote({ ...terms, strikes: [2_500_00000000n] });
    const sibling = await quote({ ...terms, strikes: [2_400_00000000n], price: 30_00000000n });
    expect(sibling.nonce).toBe(first.nonce);
    await fill(first);
    expect(await amountFilled(first.nonce)).toBe(2_500_000000n);
    expect(await refusal(sibling, contracts(1_041667n))).toBe('Exceeds max collateral');
    await fill(sibling);
    expect(await amountFilled(first.nonce)).toBe(4_900_000000n);
    await sendFrom(devnet, maker, { to: BOOK_R12, data: encodeCancel(sibling.order) });
    expect(await amountFilled(first.nonce)).toBe(CANCELLED);
    expect(await refusal(first, contracts(1n))).toBe('Order cancelled');
  });

  test('lets a maker cancel a list of orders, and all orders that expire before a cutoff', async () => {
    const { devnet, maker, quote } = market;
    const [first, second] = [await quote(), await quote()];
    const receipt = await sendFrom(devnet, maker, {
      to: BOOK_R12,
      data: encodeFunctionData({
        abi: optionBookAbi,
        functionName: 'cancelOrders',
        args: [[orderTuple(first.order), orderTuple(second.order)]],
      }),
    });
    const cancelled = parseEventLogs({
      abi: optionBookAbi,
      eventName: 'OrderCancelled',
      logs: receipt.logs,
    });
    expect(cancelled.map(({ args }) => args)).toEqual([
      { nonce: first.nonce, maker: maker.address },
      { nonce: second.nonce, maker: maker.address },
    ]);

    const now = await devnet.now();
    const early = await quote({ orderExpiry: now + 99 });
    const late = await quote({ orderExpiry: now + 100 });
    const { logs } = await sendFrom(devnet, maker, {
      to: BOOK_R12,
      data: encodeFunctionData({
        abi: optionBookAbi,
        functionName: 'cancelOrdersExpiringBefore',
        args: [BigInt(now + 100)],
      }),
    });
    const [moved] = parseEventLogs({ abi: optionBookAbi, eventName: 'MakerCutoffUpdated', logs });
    expect(moved?.args).toEqual({
      maker: maker.address,
      oldCutoff: 0n,
      newCutoff: BigInt(now + 100),
    });
    expect(await refusal(early)).toBe('Order cancelled');
    expect(await refusal(late)).toBeUndefined();
  });

  test('lets a listed referrer earn and claim a share of the fees, and lets the owner sweep the remaining fees', async () => {
    const { devnet, quote, balance } = market;
    const { referrer, deployer } = devnet.accounts;
    const book = { address: BOOK_R12, abi: optionBookAbi } as const;
    const unlisted = await fill(await quote(), ONE, referrer.address);
    expect(unlisted).toMatchObject({ referrer: referrer.address, referralFee: 0n });
    await sendFrom(devnet, deployer, {
      to: BOOK_R12,
      data: encodeFunctionData({
        abi: optionBookAbi,
        functionName: 'setReferrerFeeSplit',
        args: [referrer.address, 2_500n],
      }),
    });
    const { fee, referralFee, optionAddress, receipt } = await fill(
      await quote(),
      ONE,
      referrer.address,
    );
    expect({ fee, referralFee }).toEqual({ fee: 1_554000n, referralFee: 388500n });
    const [paid] = parseEventLogs({
      abi: optionBookAbi,
      eventName: 'ReferralFeePaid',
      logs: receipt.logs,
    });
    expect(paid?.args).toEqual({
      referrer: referrer.address,
      collateral: USDC.address,
      fee: referralFee,
      optionAddress,
    });
    const owed = await devnet.client.readContract({
      ...book,
      functionName: 'fees',
      args: [USDC.address, referrer.address],
    });
    expect(owed).toBe(referralFee);

    const held = await balance(BOOK_R12);
    const swept = await balance(deployer.address);
    const call = (functionName: 'sweepProtocolFees' | 'claimFees') =>
      encodeFunctionData({ abi: optionBookAbi, functionName, args: [USDC.address] });
    await sendFrom(devnet, deployer, { to: BOOK_R12, data: call('sweepProtocolFees') });
    expect((await balance(deployer.address)) - swept).toBe(held - referralFee);
    const { logs } = await sendFrom(devnet, referrer, { to: BOOK_R12, data: call('claimFees') });
    const [claimed] = parseEventLogs({ abi: optionBookAbi, eventName: 'FeesClaimed', logs });
    expect(claimed?.args.amount).toBe(referralFee);
    expect(await balance(referrer.address)).toBe(referralFee);
    expect(await balance(BOOK_R12)).toBe(0n);
  });

  test('lets only the owner of the factory list a referrer', async () => {
    const { devnet, taker } = market;
    const data = encodeFunctionData({
      abi: optionBookAbi,
      functionName: 'setReferrerFeeSplit',
      args: [taker.address, 10_000n],
    });
    const text = await revertText(devnet, { from: taker.address, to: BOOK_R12, data });
    expect(text).toBe('Only factory owner can set fee split');
  });

  test('lets a taker swap a different token for the premium’s token and fill the order in one transaction', async () => {
    const { devnet, taker, quote, balance } = market;
    const signed = await quote();
    const before = {
      usdc: await balance(taker.address),
      weth: await balance(taker.address, WETH.address),
    };
    const swap = encodeFunctionData({
      abi: testRouterAbi,
      functionName: 'swap',
      args: [WETH.address, parseEther('0.02'), USDC.address, 50_000000n],
    });
    const data = encodeFunctionData({
      abi: optionBookAbi,
      functionName: 'swapAndFillOrder',
      args: [
        orderTuple({ ...signed.order, numContracts: ONE }),
        signed.signature,
        TEST_ROUTER,
        WETH.address,
        parseEther('0.02'),
        swap,
        zeroAddress,
      ],
    });
    const { premium, buyer } = readFill(await sendFrom(devnet, taker, { to: BOOK_R12, data }));
    expect(buyer).toBe(taker.address);
    expect(await balance(taker.address)).toBe(before.usdc + 50_000000n - premium);
    expect(await balance(taker.address, WETH.address)).toBe(before.weth - parseEther('0.02'));
  });

  test('rejects a premium below one unit and a size of zero contracts', async () => {
    const signed = await market.quote({ price: 1n });
    expect(await refusal(signed)).toBe('Below min premium');
    expect(await refusal(signed, contracts(0n))).toBe('Below min contracts');
  });

  test('previews the collateral for a size, and returns the book’s signing domain and limits', async () => {
    const { devnet } = market;
    const book = { address: BOOK_R12, abi: optionBookAbi } as const;
    const implementation = PUT?.address ?? zeroAddress;
    const preview = (desired: bigint) =>
      devnet.client.readContract({
        ...book,
        functionName: 'getValidNumContracts',
        args: [implementation, [2_500_00000000n], desired],
      });
    expect(await preview(3n)).toEqual({ validContracts: 3n, collateralRequired: 7500n });
    expect(await preview(0n)).toEqual({ validContracts: 0n, collateralRequired: 0n });
    const [fields, name, version, chainId, verifyingContract] = await devnet.client.readContract({
      ...book,
      functionName: 'eip712Domain',
    });
    expect({ fields, name, version, chainId, verifyingContract }).toEqual({
      fields: '0x0f',
      name: 'OptionBook',
      version: '1.0',
      chainId: 8453n,
      verifyingContract: BOOK_R12,
    });
    const read = await devnet.client.multicall({
      allowFailure: false,
      contracts: [
        { ...book, functionName: 'LIMIT_ORDER_TYPEHASH' },
        { ...book, functionName: 'PRICE_DECIMALS' },
        { ...book, functionName: 'factory' },
        { ...book, functionName: 'minNumContracts' },
        { ...book, functionName: 'minPremiumAmount' },
      ],
    });
    expect(read).toEqual([
      '0x73c8f94934fced46b03a5e95733736a4dea874b35c09538feb1e0c43200f9c9c',
      10n ** 8n,
      FACTORY_R12,
      1n,
      1n,
    ]);
  });

  test('uses the underlying for the premium, collateral and payout of an inverse call', async () => {
    const { devnet, taker, quote, balance } = market;
    const signed = await quote({
      product: 'INVERSE_CALL',
      strikes: [2_600_00000000n],
      price: 1500000n,
      budget: parseEther('5'),
    });
    const n = contracts(parseEther('2'));
    const filled = await fill(signed, n);
    expect(filled).toMatchObject({
      premium: parseEther('0.03'),
      collateral: parseEther('2'),
      // 6 bps of two ether is less than 12.5 % of the premium
      fee: parseEther('0.0012'),
    });
    const before = await balance(taker.address, WETH.address);
    await devnet.advanceTo(Number(filled.expiry));
    await devnet.setPrice('ETH', 3_000_00000000n);
    const data = encodeFunctionData({ abi: optionAbi, functionName: 'payout' });
    await sendFrom(devnet, taker, { to: filled.optionAddress, data });
    const { terms } = describeOrder(signed.order);
    if (terms === undefined) throw new Error('unknown terms');
    const worth = buyerPayoff({ terms, contracts: n, settlementPrice: price8(3_000_00000000n) });
    expect((await balance(taker.address, WETH.address)) - before).toBe(worth);
  });
});
