import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOOK_R12, PRICE_FEEDS } from '../../shared/chain/deployments.ts';
import { encodeCancel, encodeFill, orderTuple } from '../../shared/orders/calldata.ts';
import type { SignedOrder } from '../../shared/orders/order.ts';
import { contracts, price8 } from '../../shared/units.ts';
import reverts from '../vectors/revert-strings.json' with { type: 'json' };
import { optionBookAbi } from './abi/full.ts';
import { contractMakerAbi, devnetFeedAbi, testRouterAbi } from './abi.ts';
import { compileContracts } from './compile.ts';
import { approve, fillOrder, revertText, sendFrom, signOrder } from './fill.ts';
import { TEST_ROUTER } from './installation.ts';
import { type Market, startMarket, USDC, WETH } from './market-fixture.ts';

const ONE = contracts(1_000000n);
const ETH_FEED = PRICE_FEEDS.find(({ asset }) => asset === 'ETH')?.address ?? '0x';

/** Recorded revert texts that no test can cause, with the reason. */
const NEVER: Readonly<Record<string, string>> = {
  'InvalidShortString()': 'raised by a library for names that are too short to be kept',
  'StringTooLong(string)': 'raised by a library for names that are too long to be kept',
};

describe('the revert texts of the book', () => {
  let market: Market;
  const provoked = new Set<string>();

  beforeAll(async () => {
    market = await startMarket();
  });
  afterAll(async () => market?.stop());

  async function expectRevert(text: string, call: { from?: Address; to?: Address; data: Hex }) {
    provoked.add(text);
    const found = await revertText(market.devnet, {
      from: call.from ?? market.taker.address,
      to: call.to ?? BOOK_R12,
      data: call.data,
    });
    expect(found).toBe(text);
  }

  function fill(signed: SignedOrder, numContracts = ONE): Hex {
    return encodeFill({ ...signed, referrer: zeroAddress, numContracts });
  }

  test('reports an order as expired one second after its expiry, not at its expiry', async () => {
    const now = await market.devnet.now();
    const signed = await market.quote({ orderExpiry: now + 1000 });
    await market.devnet.advanceTo(now + 1000);
    expect(
      await revertText(market.devnet, {
        from: market.taker.address,
        to: BOOK_R12,
        data: fill(signed),
      }),
    ).toBeUndefined();
    await market.devnet.advanceTo(now + 1001);
    await expectRevert('Order expired', { data: fill(signed) });
  });

  test('reports a cancelled order', async () => {
    const signed = await market.quote();
    await sendFrom(market.devnet, market.maker, { to: BOOK_R12, data: encodeCancel(signed.order) });
    await expectRevert('Order cancelled', { data: fill(signed) });
  });

  test('reports that an order with a changed field has no authorized signer', async () => {
    const signed = await market.quote();
    const changed = { ...signed, order: { ...signed.order, price: price8(1n) } };
    await expectRevert('Signer not authorized', { data: fill(changed) });
  });

  test('reports invalid bytes as an invalid signature', async () => {
    const signed = await market.quote();
    await expectRevert('ECDSA: invalid signature', {
      data: fill({ ...signed, signature: '0x12' }),
    });
    await expectRevert('ECDSA: invalid signature', {
      data: fill({ ...signed, signature: toHex(0n, { size: 65 }) }),
    });
  });

  test('allows only the operator to sign for a maker contract', async () => {
    const { devnet, maker, taker, quote } = market;
    const contract: Address = '0x00000000000000000000000000000000000d00aa';
    const { data: bytecode = '0x' } = await devnet.client.call({
      data: encodeDeployData({
        abi: parseAbi(['constructor(address operator)']),
        bytecode: (await compileContracts()).ContractMaker ?? '0x',
        args: [maker.address],
      }),
    });
    await devnet.client.setCode({ address: contract, bytecode });
    await devnet.fund(contract, { usdc: 10n ** 11n });
    await sendFrom(devnet, maker, {
      to: contract,
      data: encodeFunctionData({
        abi: contractMakerAbi,
        functionName: 'approve',
        args: [USDC.address, BOOK_R12, 10n ** 11n],
      }),
    });
    const { order } = await quote({ maker: contract });
    const byOperator = await signOrder(maker, order);
    const byStranger = await signOrder(taker, order);
    await expectRevert('Contract owner not authorized', { data: fill(byStranger) });
    const filled = await fillOrder(devnet, { signed: byOperator, taker, numContracts: ONE });
    expect(filled.seller.toLowerCase()).toBe(contract);
  });

  test('rejects a fill above the budget, but not a fill of the whole budget', async () => {
    const signed = await market.quote({ budget: 2_500_000000n });
    await expectRevert('Exceeds max collateral', { data: fill(signed, contracts(1_000001n)) });
    const { taker, devnet } = market;
    await fillOrder(devnet, { signed, taker, numContracts: ONE });
    await expectRevert('Exceeds max collateral', { data: fill(signed, contracts(1000n)) });
  });

  test('allows only the maker to cancel an order', async () => {
    const { order } = await market.quote();
    await expectRevert('Only maker can cancel', { data: encodeCancel(order) });
  });

  test('allows swaps only through listed routers, and reports a router’s failure', async () => {
    const signed = await market.quote();
    const swap = (router: Address, amountOut: bigint) =>
      encodeFunctionData({
        abi: optionBookAbi,
        functionName: 'swapAndFillOrder',
        args: [
          orderTuple({ ...signed.order, numContracts: ONE }),
          signed.signature,
          router,
          WETH.address,
          10n ** 16n,
          encodeFunctionData({
            abi: testRouterAbi,
            functionName: 'swap',
            args: [WETH.address, 10n ** 16n, USDC.address, amountOut],
          }),
          zeroAddress,
        ],
      });
    await expectRevert('Router not authorized', { data: swap(market.maker.address, 1n) });
    await expectRevert('Swap failed', { data: swap(TEST_ROUTER, 0n) });
  });

  test('allows only the owner of the factory to sweep the protocol fees', async () => {
    await expectRevert('Only factory owner can sweep fees', {
      data: encodeFunctionData({
        abi: optionBookAbi,
        functionName: 'sweepProtocolFees',
        args: [USDC.address],
      }),
    });
  });

  test('reports a missing allowance or balance of the taker or the maker', async () => {
    const { devnet, quote } = market;
    const poor = devnet.accounts.takers[1];
    const signed = await quote();
    const allowance = 'ERC20: transfer amount exceeds allowance';
    const balance = 'ERC20: transfer amount exceeds balance';
    await expectRevert(allowance, { from: poor.address, data: fill(signed) });
    await approve(devnet, poor, { token: USDC.address, amount: 10n ** 12n });
    await expectRevert(balance, { from: poor.address, data: fill(signed) });
    const poorMaker = privateKeyToAccount(toHex(77n, { size: 32 }));
    const unfunded = await signOrder(poorMaker, (await quote({ maker: poorMaker.address })).order);
    await expectRevert(allowance, { data: fill(unfunded) });
    await devnet.fund(poorMaker.address, { eth: 10n ** 18n });
    await approve(devnet, poorMaker, { token: USDC.address, amount: 10n ** 12n });
    await expectRevert(balance, { data: fill(unfunded) });
  });

  test('rejects a fill with USDC as collateral when the price is zero or stale, or has unexpected decimals', async () => {
    const { devnet, quote, taker } = market;
    const signed = await quote();
    const inverse = await quote({
      product: 'INVERSE_CALL',
      price: 1000000n,
      budget: 10n ** 19n,
    });
    const setFeed = (functionName: 'freezeAt' | 'setExtraDecimals', value: number) =>
      sendFrom(devnet, taker, {
        to: ETH_FEED,
        data:
          functionName === 'freezeAt'
            ? encodeFunctionData({ abi: devnetFeedAbi, functionName, args: [BigInt(value)] })
            : encodeFunctionData({ abi: devnetFeedAbi, functionName, args: [value] }),
      });
    const price = await devnet.price('ETH');
    await devnet.setPrice('ETH', 0n);
    await expectRevert('PriceMustBePositive()', { data: fill(signed) });
    const data = fill(inverse, contracts(10n ** 18n));
    const from = taker.address;
    expect(await revertText(devnet, { from, to: BOOK_R12, data })).toBeUndefined();
    await devnet.setPrice('ETH', price);
    await setFeed('freezeAt', (await devnet.now()) - 86_500);
    await expectRevert('PriceFeedStale()', { data: fill(signed) });
    await setFeed('freezeAt', 0);
    await setFeed('setExtraDecimals', 10);
    await expectRevert('InvalidPriceFeedDecimals()', { data: fill(signed) });
    await setFeed('setExtraDecimals', 0);
    expect(await revertText(devnet, { from, to: BOOK_R12, data: fill(signed) })).toBeUndefined();
  });

  test('the tests provoke every recorded revert text, except for the texts that no test can cause', () => {
    const recorded = reverts.errors.flatMap(({ text }) =>
      text.includes(' / ') ? [`ERC20: ${text.split(' / ')[1]}`] : [text],
    );
    expect(recorded.filter((text) => !provoked.has(text))).toEqual(Object.keys(NEVER));
  });
});

test('a fill reverts without a text when the order names an unknown product', async () => {
  const market = await startMarket();
  try {
    const { order } = await market.quote();
    const signed = await signOrder(market.maker, {
      ...order,
      implementation: market.taker.address,
    });
    const data = encodeFill({ ...signed, referrer: zeroAddress, numContracts: ONE });
    const text = await revertText(market.devnet, {
      from: market.taker.address,
      to: BOOK_R12,
      data,
    });
    expect(text).toBe('');
  } finally {
    await market.stop();
  }
});
