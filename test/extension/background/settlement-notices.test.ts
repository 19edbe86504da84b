import { describe, expect, it } from 'vitest';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createSettlementNotices } from '../../../entrypoints/background/positions/settlement-notices.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { epochMs, tokenAmount } from '../../../shared/units.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ACCOUNT = `0x${'11'.repeat(20)}`;
const EXPIRY = 1_800_000_000;
const AGAIN_MS = 600_000;
const row = (change: Partial<PositionRow> = {}): PositionRow => ({
  ...deskPosition('PUT', [2500], { side: 'buyer' }),
  key: 'one',
  expiry: EXPIRY,
  verification: 'verified',
  isUnproven: false,
  ...change,
});
const SETTLED = {
  state: 'settled',
  worth: { value: tokenAmount(120000000n), profit: tokenAmount(1n) },
} as const;

function start(areas = memoryAreas()) {
  const told: string[] = [];
  const asked: string[] = [];
  const state = {
    now: EXPIRY * 1000 - 60_000,
    isUnlocked: true,
    alarm: undefined as number | undefined,
  };
  const notices = createSettlementNotices({
    stored: stored(areas, STORED_KEYS.runningPositions),
    alarms: {
      set: async (_, at) => {
        state.alarm = at;
      },
      clear: async () => {
        state.alarm = undefined;
      },
    },
    clock: { now: () => epochMs(state.now) },
    isUnlocked: () => state.isUnlocked,
    areAmountsHidden: () => false,
    read: async (account) => asked.push(account),
    notify: async (title, text) => void told.push(`${title}: ${text}`),
  });
  return { notices, told, asked, state, areas };
}

describe('notifications of settlements', () => {
  it('notifies about a settlement once, with its payout, even if a new worker starts in between', async () => {
    const first = start();
    await first.notices.update(ACCOUNT, [row()]);
    const second = start(first.areas);
    await second.notices.load();
    await second.notices.update(ACCOUNT, [row(SETTLED)]);
    await second.notices.update(ACCOUNT, [row(SETTLED)]);
    expect(second.told).toEqual([expect.stringMatching(/Put \$2,500 is settled: Paid out: 120 /)]);
  });

  it('doesn’t notify about positions that had settled earlier or aren’t verified', async () => {
    const { notices, told } = start();
    await notices.update(ACCOUNT, [row(SETTLED)]);
    expect(told).toEqual([]);
    await notices.update(ACCOUNT, [row()]);
    await notices.update(ACCOUNT, [row({ ...SETTLED, verification: 'disagrees' })]);
    await notices.update(ACCOUNT, []);
    expect(told).toEqual([]);
    await notices.update(ACCOUNT, [row(SETTLED)]);
    expect(told).toHaveLength(1);
  });

  it('looks for a settlement until a day after the expiry, but only while the wallet is unlocked', async () => {
    const { notices, asked, state } = start();
    await notices.update(ACCOUNT, [row()]);
    expect(state.alarm).toBe(EXPIRY * 1000 + AGAIN_MS);
    state.now = EXPIRY * 1000 + AGAIN_MS;
    await notices.ring();
    expect(asked).toEqual([ACCOUNT]);
    expect(state.alarm).toBe(state.now + AGAIN_MS);
    state.isUnlocked = false;
    await notices.ring();
    expect(asked).toEqual([ACCOUNT]);
    expect(state.alarm).toBeUndefined();
    state.isUnlocked = true;
    state.now += 90_000_000;
    await notices.lockChanged();
    expect(state.alarm).toBeUndefined();
  });
});
