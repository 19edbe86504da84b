import { describe, expect, it, onTestFinished } from 'vitest';
import { i18n } from '#i18n';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createExpiryNotices } from '../../../entrypoints/background/positions/expiry-notices.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import type { ExpiryNotices } from '../../../shared/messages/snapshot.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { contracts, epochMs, price8, tokenAmount } from '../../../shared/units.ts';
import { textsOf } from '../../helpers/texts.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ACCOUNT = `0x${'11'.repeat(20)}`;
const OTHER = `0x${'22'.repeat(20)}`;

function position(expiry: number, change: Partial<PositionRow> = {}): PositionRow {
  return {
    key: `${expiry}`,
    address: `0x${'ab'.repeat(20)}`,
    state: 'open',
    asset: 'ETH',
    product: 'PUT',
    isPhysical: false,
    side: 'buyer',
    strikes: [price8(250000000000n)],
    expiry,
    token: { address: '0xaa', symbol: 'USDC', decimals: 6 },
    contracts: contracts(1000000n),
    premium: tokenAmount(40000000n),
    fee: tokenAmount(0n),
    collateral: tokenAmount(2500000000n),
    entry: { at: 1, txHash: '0x' },
    buyer: ACCOUNT,
    seller: OTHER,
    referrer: OTHER,
    verification: 'verified',
    compared: [],
    disagreements: [],
    isUnproven: false,
    isMoneyProven: true,
    isPayoffEstimate: false,
    isReceived: false,
    isFresh: false,
    hasFailedSettlement: false,
    actions: [],
    ...change,
  };
}

const PHYSICAL = {
  isPhysical: true,
  delivery: {
    token: { address: '0xaa', symbol: 'USDC', decimals: 6 },
    amount: tokenAmount(1n),
    until: 5600,
    isDone: false,
  },
} satisfies Partial<PositionRow>;

function start(areas = memoryAreas(), onNotify: () => Promise<void> = () => Promise.resolve()) {
  const told: string[] = [];
  const alarms = new Map<string, number>();
  const world = { now: 1000, choice: 'off' as ExpiryNotices, hasVault: true };
  const notices = createExpiryNotices({
    stored: stored(areas, STORED_KEYS.expiryNotices),
    alarms: {
      set: async (name, at) => void alarms.set(name, at),
      clear: async (name) => void alarms.delete(name),
    },
    clock: { now: () => epochMs(world.now * 1000) },
    choice: () => world.choice,
    hasVault: () => world.hasVault,
    async notify(title, text) {
      await onNotify();
      told.push(`${title}: ${text}`);
    },
  });
  return { notices, told, alarm: () => [...alarms.values()][0], world, areas };
}

describe('notices of expiry', () => {
  it('neither stores an option’s expiry nor sets an alarm while notices are off', async () => {
    const { notices, alarm, areas } = start();
    await notices.update(ACCOUNT, [position(2000)]);
    expect(alarm()).toBeUndefined();
    expect(JSON.stringify([...areas.local.content])).not.toContain('2000');
  });

  it('neither stores nor shows an option’s name unless the user chose notices with names', async () => {
    const { notices, told, world, areas } = start();
    world.choice = 'plain';
    await notices.update(ACCOUNT, [position(2000)]);
    expect(JSON.stringify([...areas.local.content])).not.toMatch(/ETH|Put|2,500/);
    world.now = 2000;
    await notices.ring();
    expect(told).toEqual([
      'One of your options has expired: It will be settled soon. Open Condor to see the payout.',
    ]);
  });

  it('shows an option’s name if the user chose notices with names, and deletes the name after the user reverts the choice', async () => {
    const { notices, told, world, areas } = start();
    world.choice = 'named';
    await notices.update(ACCOUNT, [position(2000), position(3000)]);
    world.now = 2500;
    await notices.ring();
    await notices.ring();
    expect(told).toEqual([expect.stringContaining('ETH Put $2,500')]);
    world.choice = 'plain';
    await notices.choose();
    expect(JSON.stringify([...areas.local.content])).not.toContain('ETH');
  });

  it('uses the language that is set when a notice appears', async () => {
    const { notices, told, world } = start();
    world.choice = 'named';
    await notices.update(ACCOUNT, [position(2000)]);
    onTestFinished(() => i18n.read(undefined));
    i18n.read(new Map(Object.entries(textsOf('de'))));
    world.now = 2000;
    await notices.ring();
    expect(told).toEqual([expect.stringContaining('ETH Put 2.500\u00a0$')]);
  });

  it('notifies each account at the times of its options, and sets the alarm to the next time', async () => {
    const { notices, told, alarm, world } = start();
    world.choice = 'plain';
    await notices.update(ACCOUNT, [position(3000), position(4000)]);
    await notices.update(OTHER, [position(2000)]);
    expect(alarm()).toBe(2_000_000);
    world.now = 2000;
    await notices.ring();
    expect(alarm()).toBe(3_000_000);
    // The option was transferred before its expiry, so no notice follows.
    await notices.update(ACCOUNT, [position(4000)]);
    expect(alarm()).toBe(4_000_000);
    world.now = 5000;
    await notices.ring();
    expect(told).toHaveLength(2);
    expect(alarm()).toBeUndefined();
  });

  it('reminds the buyer of a physical option when the exercise window opens and before it ends', async () => {
    const { notices, told, alarm, world } = start();
    world.choice = 'plain';
    const delivery = {
      token: { address: '0xaa', symbol: 'USDC', decimals: 6 },
      amount: tokenAmount(1n),
      until: 5600,
      isDone: false,
    };
    const physical = position(2000, { isPhysical: true, delivery });
    await notices.update(ACCOUNT, [physical]);
    expect(alarm()).toBe(2_000_000);
    world.now = 2000;
    await notices.ring();
    await notices.update(ACCOUNT, [{ ...physical, state: 'awaitingSettlement' }]);
    expect(alarm()).toBe(4_400_000);
    world.now = 4400;
    await notices.ring();
    expect(told).toHaveLength(2);
    for (const text of told) expect(text).toContain('Decide whether to exercise your option');
    await notices.update(ACCOUNT, [{ ...physical, state: 'awaitingSettlement' }]);
    expect(alarm()).toBeUndefined();
  });

  it('counts all options that expire at the same time, even after an incomplete read', async () => {
    const { notices, told, world } = start();
    world.choice = 'plain';
    await notices.update(ACCOUNT, [position(2000), position(2000)]);
    await notices.update(ACCOUNT, [position(2000)], { isComplete: false });
    world.now = 2000;
    await notices.ring();
    expect(told).toEqual([expect.stringMatching(/^2 /)]);
  });

  it('notifies once about options whose two reminders are due together', async () => {
    const { notices, told, world } = start();
    world.choice = 'plain';
    await notices.update(ACCOUNT, [position(2000, PHYSICAL), position(2000, PHYSICAL)]);
    world.now = 5000;
    await notices.ring();
    expect(told).toEqual([expect.stringMatching(/^Decide whether to exercise 2 of your options/)]);
  });

  it('doesn’t ask for a decision when the exercise window is over', async () => {
    const { notices, told, world } = start();
    world.choice = 'plain';
    await notices.update(ACCOUNT, [position(2000, PHYSICAL)]);
    world.now = 6000;
    await notices.ring();
    expect(told).toHaveLength(1);
    expect(told[0]).not.toMatch(/exercise/);
  });

  it('sets the reminder halfway through an exercise window of less than 40 minutes', async () => {
    const { notices, alarm, world } = start();
    world.choice = 'plain';
    const delivery = { ...PHYSICAL.delivery, until: 2600 };
    await notices.update(ACCOUNT, [position(2000, { ...PHYSICAL, delivery })]);
    world.now = 2001;
    await notices.ring();
    expect(alarm()).toBe(2300 * 1000);
  });

  it('keeps the reminder before the end of the exercise window when the option’s delivery can no longer be read', async () => {
    const { notices, alarm, world } = start();
    world.choice = 'plain';
    await notices.update(ACCOUNT, [position(2000, PHYSICAL)]);
    world.now = 2001;
    await notices.ring();
    const unread = position(2000, { isPhysical: true, state: 'awaitingSettlement' });
    await notices.update(ACCOUNT, [unread]);
    expect(alarm()).toBe(4400 * 1000);
  });

  it('repeats a reminder of a delivery when the worker died while showing it', async () => {
    const dies = () => new Promise<void>(() => undefined);
    const first = start(memoryAreas(), dies);
    first.world.choice = 'plain';
    await first.notices.update(ACCOUNT, [position(2000, PHYSICAL)]);
    first.world.now = 2000;
    void first.notices.ring();
    const second = start(first.areas);
    second.world.choice = 'plain';
    second.world.now = 2001;
    await second.notices.load();
    expect(second.alarm()).toBe(2_000_000);
    await second.notices.ring();
    expect(second.told).toHaveLength(1);
  });

  it('reports an expiry even if the browser refuses the delivery reminder', async () => {
    let isRefusing = true;
    const { notices, told, world } = start(memoryAreas(), async () => {
      const wasRefusing = isRefusing;
      isRefusing = false;
      if (wasRefusing) throw new TypeError('refused');
    });
    world.choice = 'plain';
    await notices.update(ACCOUNT, [position(2000, PHYSICAL), position(2000)]);
    world.now = 2000;
    await expect(notices.ring()).rejects.toThrow('refused');
    expect(told).toEqual([expect.not.stringContaining('exercise')]);
  });

  it('keeps scheduled notices when only some of the positions could be read', async () => {
    const { notices, alarm, world } = start();
    world.choice = 'plain';
    await notices.update(ACCOUNT, [position(2000, PHYSICAL), position(3000)]);
    const { delivery: _, ...unread } = position(2000, PHYSICAL);
    await notices.update(ACCOUNT, [unread, position(3000)], { isComplete: false });
    world.now = 2000;
    await notices.ring();
    expect(alarm()).toBe(3_000_000);
    world.now = 3000;
    await notices.ring();
    expect(alarm()).toBe(4_400_000);
  });

  it('schedules notices for positions that were read before notices were turned on', async () => {
    const { notices, alarm, world } = start();
    await notices.update(ACCOUNT, [position(2000, PHYSICAL)]);
    expect(alarm()).toBeUndefined();
    world.choice = 'plain';
    await notices.choose();
    expect(alarm()).toBe(2_000_000);
  });

  it('shows one notice when the user adds names to notices while only some positions are known', async () => {
    const { notices, told, world } = start();
    world.choice = 'plain';
    await notices.update(ACCOUNT, [position(2000)], { isComplete: false });
    world.choice = 'named';
    await notices.choose();
    world.now = 2000;
    await notices.ring();
    expect(told).toEqual([expect.stringMatching(/^One of your options.*ETH/s)]);
  });

  it('cancels the reminder of an option that has been exercised', async () => {
    const { notices, alarm, world } = start();
    world.choice = 'plain';
    const delivery = {
      token: { address: '0xaa', symbol: 'USDC', decimals: 6 },
      amount: tokenAmount(1n),
      until: 5600,
      isDone: false,
    };
    await notices.update(ACCOUNT, [position(2000, { isPhysical: true, delivery })]);
    const { until: _, ...done } = { ...delivery, isDone: true };
    await notices.update(ACCOUNT, [
      position(2000, { isPhysical: true, state: 'settled', delivery: done }),
    ]);
    expect(alarm()).toBeUndefined();
  });

  it('schedules notices again in a new worker, but doesn’t show them after the vault is gone', async () => {
    const first = start();
    first.world.choice = 'plain';
    await first.notices.update(ACCOUNT, [position(2000)]);
    const second = start(first.areas);
    second.world.choice = 'plain';
    await second.notices.load();
    expect(second.alarm()).toBe(2_000_000);
    second.world.now = 2000;
    second.world.hasVault = false;
    await second.notices.ring();
    expect(second.told).toEqual([]);
  });
});
