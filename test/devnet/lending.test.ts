import { type Abi, encodeFunctionData, maxUint256 } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { lendingPoolAbi } from '../../shared/chain/abi/lending.ts';
import { LENDING_POOL, reserveOf } from '../../shared/chain/lending.ts';
import vectors from '../vectors/receipt-rounding.json' with { type: 'json' };
import { devnetPoolAbi, devnetReceiptAbi } from './abi.ts';
import { type Devnet, startDevnet } from './devnet.ts';
import { revertText } from './fill.ts';

const RAY = 10n ** 27n;
const ACTIVE = 1n << 56n;
const { asset, receipt } = reserveOf('WETH');
const OTHER = '0x00000000000000000000000000000000000b0b01';
const poolAbi = [...lendingPoolAbi, ...devnetPoolAbi] as const;

let devnet: Devnet;
let account: `0x${string}`;
beforeAll(async () => {
  devnet = await startDevnet();
  account = devnet.accounts.takers[0].address;
});
afterAll(() => devnet?.stop());

function send(to: `0x${string}`, abi: Abi, functionName: string, args: readonly unknown[]) {
  return devnet.send({
    from: account,
    to,
    data: encodeFunctionData({ abi, functionName, args: [...args] }),
  });
}
const onPool = (name: string, ...args: unknown[]) => send(LENDING_POOL, poolAbi, name, args);
/** Returns the error of a call to the pool; undefined if the call succeeds. */
function refusal(functionName: 'supply' | 'withdraw', amount: bigint) {
  const more = functionName === 'supply' ? [0] : [];
  const args = [asset.address, amount, account, ...more];
  const data = encodeFunctionData({ abi: poolAbi as Abi, functionName, args });
  return revertText(devnet, { from: account, to: LENDING_POOL, data }, poolAbi);
}

const onReceipt = (name: string, ...args: unknown[]) =>
  send(receipt.address, [...erc20Abi, ...devnetReceiptAbi], name, args);
const balance = (token: `0x${string}`, owner: `0x${string}` = account) =>
  devnet.client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  });
const scaled = () =>
  devnet.client.readContract({
    address: receipt.address,
    abi: devnetReceiptAbi,
    functionName: 'scaledBalanceOf',
    args: [account],
  });

/** Funds the account with WETH, and supplies it. */
async function supply(amount: bigint): Promise<void> {
  await devnet.fund(account, { weth: amount });
  await send(asset.address, erc20Abi, 'approve', [LENDING_POOL, amount]);
  await onPool('supply', asset.address, amount, account, 0);
}

/** Runs on a copy of the chain. */
async function apart(work: () => Promise<void>): Promise<void> {
  const id = await devnet.client.snapshot();
  try {
    await work();
  } finally {
    await devnet.client.revert({ id });
  }
}

describe('the lending pool of the devnet', () => {
  it('rounds supplies, transfers and withdrawals like the deployed pool', async () => {
    for (const row of vectors.rows.filter((one) => one.senderAfter !== '0')) {
      await apart(async () => {
        await onPool('setInterest', asset.address, BigInt(row.index), 0n);
        await supply(BigInt(row.supply));
        expect(await scaled()).toBe(BigInt(row.scaledMinted));
        expect(await balance(receipt.address)).toBe(BigInt(row.balance));
        await onReceipt('transfer', OTHER, BigInt(row.transfer));
        expect(await balance(receipt.address, OTHER)).toBe(BigInt(row.received));
        expect(await balance(receipt.address)).toBe(BigInt(row.senderAfter));
        const before = await balance(asset.address);
        await onPool('withdraw', asset.address, maxUint256, account);
        expect((await balance(asset.address)) - before).toBe(BigInt(row.senderAfter));
        expect(await scaled()).toBe(0n);
      });
    }
  });

  it('adds a year’s interest at the configured rate to a supply', async () => {
    await apart(async () => {
      await onPool('setInterest', asset.address, RAY, RAY / 10n);
      await supply(10n ** 18n);
      await devnet.advanceTo((await devnet.now()) + 365 * 86_400);
      const owned = await balance(receipt.address);
      // Seconds can pass between the transactions; each second changes the index by less than 4 ·
      // 10⁹.
      expect(owned).toBeGreaterThan(11n * 10n ** 17n - 10n ** 11n);
      expect(owned).toBeLessThan(11n * 10n ** 17n + 10n ** 11n);
    });
  });

  it('gives a funded account receipts that it can withdraw in full, even after interest has accrued', async () => {
    await apart(async () => {
      await onPool('setInterest', asset.address, (RAY * 10_987n) / 10_000n, 0n);
      await devnet.fund(account, { abasweth: 1_234_567n });
      expect((await balance(receipt.address)) - 1_234_567n).toBeLessThanOrEqual(1n);
      await onPool('withdraw', asset.address, 1_234_567n, account);
      expect(await balance(asset.address)).toBe(1_234_567n);
    });
  });

  it.each([
    ['is frozen', ACTIVE | (1n << 57n), 'ReserveFrozen()', undefined],
    ['is paused', ACTIVE | (1n << 60n), 'ReservePaused()', 'ReservePaused()'],
    ['has reached its cap', ACTIVE | (1n << 116n), 'SupplyCapExceeded()', undefined],
  ])(
    'rejects supplies and withdrawals with the deployed pool’s errors when the reserve %s',
    async (_, state, supplying, withdrawing) => {
      await apart(async () => {
        await supply(10n ** 18n);
        await onPool('setConfiguration', asset.address, state);
        expect(await refusal('supply', 1n)).toBe(supplying);
        expect(await refusal('withdraw', 1n)).toBe(withdrawing);
      });
    },
  );

  it('reverts a withdrawal with a panic when all assets are lent out', async () => {
    await apart(async () => {
      await supply(1_000n);
      await onReceipt('lendOut', OTHER, 1_000n);
      expect(await refusal('withdraw', 1n)).toBe('Panic()');
    });
  });
});
