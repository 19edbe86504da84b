import {
  type Address,
  encodeFunctionData,
  type Hex,
  type LocalAccount,
  type Log,
  parseEther,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { physicalOptionAbi } from '../../shared/chain/abi/physical-option.ts';
import { decodeTradeLog } from '../../shared/positions/decode-trade-log.ts';
import type { EventLog } from '../../shared/positions/event-log.ts';
import { contracts } from '../../shared/units.ts';
import { optionAbi } from './abi/full.ts';
import type { OrderInput } from './build-order.ts';
import { approve, type Fill, fillOrder, revertText, sendFrom } from './fill.ts';
import { type Market, startMarket, USDC, WETH } from './market-fixture.ts';

const ONE = contracts(1_000000n);

const PAYOUT = encodeFunctionData({ abi: optionAbi, functionName: 'payout' });
const CLOSE = encodeFunctionData({ abi: optionAbi, functionName: 'close' });
const transfer = (isBuyer: boolean, target: Address) =>
  encodeFunctionData({ abi: optionAbi, functionName: 'transfer', args: [isBuyer, target] });
const approveTransfer = (isBuyer: boolean, target: Address) =>
  encodeFunctionData({
    abi: optionAbi,
    functionName: 'approveTransfer',
    args: [isBuyer, target, true],
  });

const asEventLog = ({ address, topics, data }: Log): EventLog => ({ address, topics, data });

function events({ logs }: TransactionReceipt): unknown[] {
  return parseEventLogs({ abi: optionAbi, logs }).map(({ eventName, args }) => [eventName, args]);
}

describe('the life of an option', () => {
  let market: Market;
  beforeAll(async () => {
    market = await startMarket();
  });
  afterAll(async () => market?.stop());

  async function open(change: Partial<OrderInput> = {}, numContracts = ONE): Promise<Fill> {
    await market.devnet.setPrice('ETH', 2_590_00000000n);
    const signed = await market.quote(change);
    return fillOrder(market.devnet, { signed, taker: market.taker, numContracts });
  }

  const act = (account: LocalAccount, option: Address, data: Hex, value = 0n) =>
    sendFrom(market.devnet, account, { to: option, data, value });

  const refusal = (account: LocalAccount, option: Address, data: Hex) =>
    revertText(market.devnet, { from: account.address, to: option, data });

  const read = (address: Address, functionName: 'buyer' | 'seller' | 'optionSettled') =>
    market.devnet.client.readContract({ address, abi: optionAbi, functionName });

  test('only the buyer or seller can settle an option, only after expiry and only one time, at the oracle’s price', async () => {
    const { devnet, maker, taker, balance } = market;
    const { optionAddress, expiry } = await open();
    expect(await refusal(taker, optionAddress, PAYOUT)).toBe('Option not expired');
    await devnet.advanceTo(Number(expiry));
    await devnet.setPrice('ETH', 2_400_00000000n);
    const stranger = devnet.accounts.takers[3];
    expect(await refusal(stranger, optionAddress, PAYOUT)).toBe('Only buyer or seller');
    const before = [await balance(taker.address), await balance(maker.address)] as const;
    const receipt = await act(maker, optionAddress, PAYOUT);
    expect(events(receipt)).toEqual([
      ['OptionExpired', { optionAddress, settlementPrice: 2_400_00000000n }],
      ['OptionPayout', { optionAddress, buyer: taker.address, amountPaidOut: 100_000000n }],
    ]);
    expect((await balance(taker.address)) - before[0]).toBe(100_000000n);
    expect((await balance(maker.address)) - before[1]).toBe(2_400_000000n);
    expect(await read(optionAddress, 'optionSettled')).toBe(true);
    expect(await refusal(taker, optionAddress, PAYOUT)).toBe('Option already settled');
  });

  test('returns all collateral to the seller when the option expires worthless', async () => {
    const { devnet, maker, taker, balance } = market;
    const { optionAddress, expiry } = await open();
    await devnet.advanceTo(Number(expiry));
    const before = await balance(maker.address);
    expect(events(await act(taker, optionAddress, PAYOUT))).toEqual([
      ['OptionExpired', { optionAddress, settlementPrice: 2_590_00000000n }],
    ]);
    expect((await balance(maker.address)) - before).toBe(2_500_000000n);
  });

  test('an option stays unsettled while the oracle has no price, and settles after a price arrives', async () => {
    const { devnet, taker } = market;
    const { optionAddress, expiry } = await open();
    await devnet.advanceTo(Number(expiry));
    await devnet.setPrice('ETH', 0n);
    expect(events(await act(taker, optionAddress, PAYOUT))).toEqual([
      ['OptionSettlementFailed', undefined],
    ]);
    expect(await read(optionAddress, 'optionSettled')).toBe(false);
    await devnet.setPrice('ETH', 2_499_00000000n);
    await act(taker, optionAddress, PAYOUT);
    expect(await read(optionAddress, 'optionSettled')).toBe(true);
  });

  test('lets only a side’s holder or an operator approved by the holder transfer the side', async () => {
    const { devnet, taker, maker } = market;
    const [, operator, heir] = devnet.accounts.takers;
    const { optionAddress } = await open();
    const toHeir = transfer(true, heir.address);
    expect(await refusal(maker, optionAddress, toHeir)).toBe('Not authorized to transfer');
    expect(await refusal(maker, optionAddress, approveTransfer(true, maker.address))).toBe(
      'Not the holder',
    );
    const approval = approveTransfer(true, operator.address);
    expect(events(await act(taker, optionAddress, approval))).toEqual([
      [
        'TransferApproval',
        { target: operator.address, from: taker.address, isBuyer: true, isApproved: true },
      ],
    ]);
    expect(events(await act(operator, optionAddress, toHeir))).toEqual([
      ['RoleTransferred', { optionAddress, from: taker.address, to: heir.address, isBuyer: true }],
    ]);
    expect(await read(optionAddress, 'buyer')).toBe(heir.address);
    await act(maker, optionAddress, transfer(false, taker.address));
    expect(await read(optionAddress, 'seller')).toBe(taker.address);
  });

  test('lets the holder of both sides close the option and get the collateral', async () => {
    const { taker, maker, balance } = market;
    const { optionAddress, collateral } = await open();
    expect(await refusal(maker, optionAddress, CLOSE)).toBe('Buyer and seller same to close');
    await act(maker, optionAddress, transfer(false, taker.address));
    const before = await balance(taker.address);
    expect(events(await act(taker, optionAddress, CLOSE))).toEqual([
      ['OptionClosed', { optionAddress, closedBy: taker.address, collateralReturned: collateral }],
    ]);
    expect((await balance(taker.address)) - before).toBe(collateral);
    expect(await refusal(taker, optionAddress, CLOSE)).toBe('Option already settled');
  });

  test('a split moves collateral and contracts into a new option', async () => {
    const { devnet, taker, maker, balance } = market;
    const { optionAddress } = await open();
    const data = encodeFunctionData({ abi: optionAbi, functionName: 'split', args: [500_000000n] });
    expect(await refusal(taker, optionAddress, data)).toBe('Incorrect split fee');
    const fee = await devnet.client.readContract({
      address: optionAddress,
      abi: optionAbi,
      functionName: 'getSplitFee',
    });
    const receipt = await act(taker, optionAddress, data, fee);
    const [split] = parseEventLogs({
      abi: optionAbi,
      eventName: 'OptionSplit',
      logs: receipt.logs,
    });
    expect(split?.args).toMatchObject({
      collateralAmount: 500_000000n,
      feePaid: fee,
      counterparty: maker.address,
    });
    const child = split?.args.newOption ?? '0x';
    const facts = (address: Address) =>
      devnet.client.multicall({
        allowFailure: false,
        contracts: [
          { address, abi: optionAbi, functionName: 'numContracts' },
          { address, abi: optionAbi, functionName: 'collateralAmount' },
          { address, abi: optionAbi, functionName: 'splitGeneration' },
          { address, abi: optionAbi, functionName: 'buyer' },
          { address, abi: optionAbi, functionName: 'seller' },
        ],
      });
    const sides = [taker.address, maker.address];
    expect(await facts(child)).toEqual([200000n, 500_000000n, 1n, ...sides]);
    expect(await facts(optionAddress)).toEqual([800000n, 2_000_000000n, 0n, ...sides]);
    expect(await balance(child)).toBe(500_000000n);
    const parent = { address: child, abi: optionAbi, functionName: 'optionParent' } as const;
    expect(await devnet.client.readContract(parent)).toBe(optionAddress);
  });

  test('lets a seller who owns an equal option transfer that option to the buyer and reclaim the collateral', async () => {
    const { devnet, maker, taker, balance } = market;
    const expiry = (await devnet.now()) + 90_000;
    const sold = await open({ expiry });
    const owned = await open({ expiry });
    await act(taker, owned.optionAddress, transfer(true, maker.address));
    await act(maker, owned.optionAddress, approveTransfer(true, sold.optionAddress));
    const data = encodeFunctionData({
      abi: optionAbi,
      functionName: 'reclaimCollateral',
      args: [owned.optionAddress],
    });
    const fee = await devnet.client.readContract({
      address: sold.optionAddress,
      abi: optionAbi,
      functionName: 'getReclaimFee',
      args: [owned.optionAddress],
    });
    const before = await balance(maker.address);
    await act(maker, sold.optionAddress, data, fee);
    expect((await balance(maker.address)) - before).toBe(2_500_000000n);
    expect(await read(owned.optionAddress, 'buyer')).toBe(taker.address);
    expect(await read(sold.optionAddress, 'optionSettled')).toBe(true);
  });

  test('returns any excess above the collateral to the seller', async () => {
    const { devnet, taker, maker, balance } = market;
    const { optionAddress } = await open();
    await devnet.fund(optionAddress, { usdc: 7n });
    const before = await balance(maker.address);
    const data = encodeFunctionData({ abi: optionAbi, functionName: 'returnExcessCollateral' });
    expect(events(await act(taker, optionAddress, data))).toEqual([
      [
        'ExcessCollateralReturned',
        { seller: maker.address, collateralToken: USDC.address, collateralReturned: 7n },
      ],
    ]);
    expect((await balance(maker.address)) - before).toBe(7n);
  });

  const EXERCISE = encodeFunctionData({ abi: physicalOptionAbi, functionName: 'exercise' });
  const DECLINE = encodeFunctionData({ abi: physicalOptionAbi, functionName: 'doNotExercise' });
  const SIZE = contracts(parseEther('0.5'));

  /** Opens a physical call of half an ether at 2,600, with a delivery of 1,300 USDC. */
  const openPhysical = () =>
    open(
      {
        product: 'PHYSICAL_CALL',
        strikes: [2_600_00000000n],
        price: 1000000n,
        budget: parseEther('10'),
      },
      SIZE,
    );

  test('lets the buyer of a physical call exercise within the window, at exactly the strike price', async () => {
    const { devnet, taker, maker, balance } = market;
    const { optionAddress, expiry, collateral } = await openPhysical();
    const token = USDC.address;
    await approve(devnet, taker, { token, amount: 1_299_999999n, spender: optionAddress });
    expect(await refusal(taker, optionAddress, EXERCISE)).toBe('Option not expired');
    await devnet.advanceTo(Number(expiry));
    expect(await refusal(maker, optionAddress, EXERCISE)).toBe('Only buyer');
    expect(await refusal(taker, optionAddress, EXERCISE)).toMatch(/allowance/i);
    expect(await refusal(maker, optionAddress, PAYOUT)).toBe('Exercise window still open');
    await approve(devnet, taker, { token, amount: 1_300_000000n, spender: optionAddress });
    const before = {
      usdc: await balance(maker.address),
      weth: await balance(taker.address, WETH.address),
    };
    const receipt = await act(taker, optionAddress, EXERCISE);
    expect((await balance(maker.address)) - before.usdc).toBe(1_300_000000n);
    expect((await balance(taker.address, WETH.address)) - before.weth).toBe(collateral);
    expect(await balance(optionAddress, WETH.address)).toBe(0n);
    expect(await read(optionAddress, 'optionSettled')).toBe(true);
    expect(receipt.logs.flatMap((log) => decodeTradeLog(asEventLog(log)) ?? [])).toMatchObject([
      { type: 'option-exercised', deliveryAmount: 1_300_000000n, collateralAmount: collateral },
    ]);
  });

  test.each([
    ['the buyer declines', true],
    ['the window passes', false],
  ])('pays the collateral of a physical call to the seller when %s', async (_, isExplicit) => {
    const { devnet, taker, maker, balance } = market;
    const { optionAddress, expiry, collateral } = await openPhysical();
    await devnet.advanceTo(Number(expiry) + (isExplicit ? 0 : 3_601));
    if (!isExplicit)
      expect(await refusal(taker, optionAddress, EXERCISE)).toBe('Exercise window ended');
    const before = await balance(maker.address, WETH.address);
    const receipt = isExplicit
      ? await act(taker, optionAddress, DECLINE)
      : await act(maker, optionAddress, PAYOUT);
    expect((await balance(maker.address, WETH.address)) - before).toBe(collateral);
    const events = receipt.logs.flatMap((log) => decodeTradeLog(asEventLog(log)) ?? []);
    expect(events).toContainEqual({
      type: 'option-not-exercised',
      option: optionAddress.toLowerCase(),
      collateralAmount: collateral,
      isExplicit,
    });
  });

  test('lets the rescue address rescue foreign tokens, but not the collateral', async () => {
    const { devnet, balance } = market;
    const { deployer } = devnet.accounts;
    const { optionAddress } = await open();
    await devnet.fund(optionAddress, { weth: 5n });
    const rescue = (token: Address) =>
      encodeFunctionData({ abi: optionAbi, functionName: 'rescueERC20', args: [token] });
    expect(await refusal(market.taker, optionAddress, rescue(WETH.address))).toBe(
      'Only rescue address',
    );
    expect(await refusal(deployer, optionAddress, rescue(USDC.address))).toBe('Collateral in use');
    await act(deployer, optionAddress, rescue(WETH.address));
    expect(await balance(deployer.address, WETH.address)).toBe(5n);
  });

  test('rejects a second initialization', async () => {
    const { optionAddress } = await open();
    const nobody = '0x0000000000000000000000000000000000000001';
    const data = encodeFunctionData({
      abi: optionAbi,
      functionName: 'initialize',
      args: [
        {
          collateralToken: USDC.address,
          chainlinkPriceFeed: nobody,
          historicalTWAPConsumer: nobody,
          buyer: nobody,
          seller: nobody,
          strikes: [1n],
          expiryTimestamp: 2n ** 40n,
          twapPeriod: 0n,
          numContracts: 1n,
          collateralAmount: 0n,
          rescueAddress: nobody,
          factoryAddress: nobody,
          extraOptionData: '0x',
        },
      ],
    });
    expect(await refusal(market.taker, optionAddress, data)).toBe('Already initialized');
  });
});
