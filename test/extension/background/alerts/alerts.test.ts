import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALERTS_ALARM,
  CHECK_MS,
  createAlerts,
} from '../../../../entrypoints/background/alerts/alerts.ts';
import { stored } from '../../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../../entrypoints/background/stored-keys.ts';
import type { AlertFacts } from '../../../../shared/desk/evaluate-alerts.ts';
import { type AlertInput, MAX_ALERTS } from '../../../../shared/messages/alerts.ts';
import { epochMs, price8 } from '../../../../shared/units.ts';
import { eight, facts, POSITION, spotRule } from '../../../shared/desk/alert-facts.ts';
import { NOW } from '../../../shared/desk/desk-rows.ts';
import { memoryAreas } from '../../helpers/memory-areas.ts';
import { mortalAreas } from '../../helpers/mortal-areas.ts';

const MINUTE_MS = 60_000;

/** The browser and the market around several workers, one after another. */
function world() {
  return {
    areas: memoryAreas(),
    now: NOW * 1000,
    isUnlocked: true,
    areHidden: false,
    dollars: 3000 as number | undefined,
    alarm: undefined as number | undefined,
    /** Notifications on the screen by id. */
    shown: new Map<string, string>(),
    /** All notifications that the browser was asked to show, in order. */
    asked: [] as string[],
    reads: [] as number[],
  };
}
type World = ReturnType<typeof world>;

/** Starts a worker; `onRead` runs while it reads facts. */
function worker(
  state: World,
  options: {
    areas?: Pick<World, 'areas'>['areas'];
    onRead?: () => Promise<void>;
    onNotify?: () => Promise<void>;
  } = {},
) {
  const { areas = state.areas } = options;
  return createAlerts({
    stored: stored(areas, STORED_KEYS.alerts),
    checkedAt: stored(areas, STORED_KEYS.alertsCheckedAt),
    alarms: {
      async set(name, at) {
        expect(name).toBe(ALERTS_ALARM);
        state.alarm = at;
      },
      async clear() {
        state.alarm = undefined;
      },
    },
    clock: { now: () => epochMs(state.now) },
    isUnlocked: () => state.isUnlocked,
    areAmountsHidden: () => state.areHidden,
    async readFacts(): Promise<AlertFacts> {
      state.reads.push(state.now);
      const { dollars } = state;
      await options.onRead?.();
      const round = { price: price8(eight(dollars ?? 0)), at: epochMs(state.now) };
      const spots = new Map(dollars === undefined ? [] : [['ETH', round] as const]);
      return facts({ now: epochMs(state.now), spots });
    },
    async notify(title, text, id) {
      await options.onNotify?.();
      state.asked.push(title);
      state.shown.set(id, `${title}: ${text}`);
    },
    onChange: () => undefined,
  });
}
type Alerts = ReturnType<typeof worker>;

/** Rings the alarm as the browser does: once, at its time or later. */
async function ring(state: World, alerts: Alerts): Promise<void> {
  if (state.alarm === undefined) return;
  state.now = Math.max(state.now, state.alarm);
  state.alarm = undefined;
  await alerts.ring();
}

const rises = (id: string, rest: Partial<AlertInput> = {}): AlertInput => ({
  id,
  rule: spotRule('above', 3100),
  whileLocked: 'off',
  ...rest,
});
const statusOf = (alerts: Alerts, id: string) =>
  alerts.view().all.find((alert) => alert.id === id)?.state.status;

describe('the alarm of alerts', () => {
  it('sets the alarm to one minute after a check, and clears the alarm when the last alert is removed', async () => {
    const state = world();
    const alerts = worker(state);
    await alerts.load();
    expect(state.alarm).toBeUndefined();
    await alerts.set(rises('a'));
    expect(state.alarm).toBe(state.now);
    await ring(state, alerts);
    expect(state.alarm).toBe(state.now + CHECK_MS);
    await alerts.remove('a');
    expect(state.alarm).toBeUndefined();
  });

  it('checks only once if the alarm rings several times within a minute, and again in the next minute', async () => {
    const state = world();
    const alerts = worker(state);
    await alerts.set(rises('a'));
    await Promise.all([alerts.ring(), alerts.ring()]);
    await alerts.ring();
    expect(state.reads).toHaveLength(1);
    await ring(state, alerts);
    expect(state.reads).toEqual([NOW * 1000, NOW * 1000 + CHECK_MS]);
  });

  it('a new worker sets a lost alarm to one minute after the last check', async () => {
    const state = world();
    const first = worker(state);
    await first.set(rises('a'));
    await ring(state, first);
    state.alarm = undefined;
    state.now += 10_000;
    const second = worker(state);
    await second.load();
    expect(state.alarm).toBe(NOW * 1000 + CHECK_MS);
  });

  it('schedules an immediate check after the clock was set back', async () => {
    const state = world();
    const alerts = worker(state);
    await alerts.set(rises('a'));
    await ring(state, alerts);
    state.now -= 3_600_000;
    await worker(state).load();
    expect(state.alarm).toBe(state.now);
  });

  it('sets the alarm for the time of an expiry alert when no other alert exists', async () => {
    const state = world();
    const alerts = worker(state);
    const rule = { kind: 'expiry', position: POSITION, hours: 24 } as const;
    await alerts.set({ id: 'e', rule, whileLocked: 'plain' });
    expect(state.alarm).toBe((POSITION.expiry - 86_400) * 1000);
    await ring(state, alerts);
    expect(state.shown.get('alert:e')).toMatch(/^ETH Put \$2,800 expires in 24 hours/);
    expect(state.alarm).toBeUndefined();
  });
});

describe('a fired alert', () => {
  it('shows a fired alert once with the source of its price, and keeps the alert in the list', async () => {
    const state = world();
    const alerts = worker(state);
    await alerts.set(rises('a'));
    await ring(state, alerts);
    state.dollars = 3150;
    await alerts.set(rises('b', { rule: spotRule('below', 2900) }));
    await ring(state, alerts);
    await ring(state, alerts);
    expect([...state.shown]).toEqual([
      ['alert:a', 'ETH has risen to $3,100: $3,150 by the chain’s price feed'],
    ]);
    expect(state.asked).toHaveLength(1);
    expect(statusOf(alerts, 'a')).toBe('fired');
    await alerts.see(['a']);
    expect(alerts.view().all[0]?.state).toMatchObject({ isNotified: true, isSeen: true });
  });

  it('fires a rearmed alert again only after the price has clearly moved back', async () => {
    const state = world();
    const alerts = worker(state);
    state.dollars = 3150;
    await alerts.set(rises('a'));
    await ring(state, alerts);
    await alerts.rearm('a');
    for (const dollars of [3150, 3095, 3150]) {
      state.dollars = dollars;
      await ring(state, alerts);
    }
    expect(state.asked).toHaveLength(1);
    for (const dollars of [3000, 3150]) {
      state.dollars = dollars;
      await ring(state, alerts);
    }
    expect(state.asked).toHaveLength(2);
  });

  it('doesn’t fire an alert that the user removed or changed during the check', async () => {
    const state = world();
    state.dollars = 3150;
    const alerts: Alerts = worker(state, {
      async onRead() {
        if (state.reads.length > 1) return;
        await alerts.remove('a');
        await alerts.set(rises('b', { rule: spotRule('above', 4000) }));
      },
    });
    await alerts.set(rises('a'));
    await alerts.set(rises('b'));
    await ring(state, alerts);
    expect(state.asked).toEqual([]);
    expect(alerts.view().all.map(({ id, state: { status } }) => [id, status])).toEqual([
      ['b', 'armed'],
    ]);
  });

  it('reports an alert whose price can’t be read, until a later check reads the price', async () => {
    const state = world();
    const alerts = worker(state);
    await alerts.set(rises('a'));
    state.dollars = undefined;
    await ring(state, alerts);
    expect(alerts.view().unread).toEqual(['a']);
    state.dollars = 3000;
    await ring(state, alerts);
    expect(alerts.view().unread).toEqual([]);
  });

  it('stores that an alert fired even if the browser refuses to notify', async () => {
    const state = world();
    state.dollars = 3150;
    const alerts = worker(state, {
      onNotify: async () => {
        throw new TypeError('no notifications');
      },
    });
    await alerts.set(rises('a'));
    await ring(state, alerts);
    expect(statusOf(alerts, 'a')).toBe('fired');
  });
});

describe('a locked wallet', () => {
  it('reads nothing for alerts that may not notify while the wallet is locked, and fires these alerts after the unlock', async () => {
    const state = world();
    const alerts = worker(state);
    await alerts.set(rises('a'));
    state.isUnlocked = false;
    await alerts.lockChanged();
    expect(state.alarm).toBeUndefined();
    state.dollars = 3150;
    await alerts.ring();
    expect(state.reads).toEqual([]);
    state.isUnlocked = true;
    await alerts.lockChanged();
    state.now += MINUTE_MS;
    await ring(state, alerts);
    expect(state.asked).toEqual(['ETH has risen to $3,100']);
  });

  it.each([
    ['plain', 'A Condor alert: Open Condor to see it.'],
    ['named', 'ETH has risen to $3,100: $3,150 by the chain’s price feed'],
  ] as const)('notifies with the details that the user allowed (%s)', async (whileLocked, text) => {
    const state = world();
    const alerts = worker(state);
    await alerts.set(rises('a', { whileLocked }));
    state.isUnlocked = false;
    await alerts.lockChanged();
    state.dollars = 3150;
    await ring(state, alerts);
    expect([...state.shown.values()]).toEqual([text]);
  });

  it('delays an alert when the wallet locks during the check, and fires the alert after the unlock', async () => {
    const state = world();
    state.dollars = 3150;
    const alerts = worker(state, {
      async onRead() {
        if (state.reads.length === 1) state.isUnlocked = false;
      },
    });
    await alerts.set(rises('a'));
    await ring(state, alerts);
    expect(state.asked).toEqual([]);
    state.isUnlocked = true;
    await alerts.lockChanged();
    await ring(state, alerts);
    expect(state.asked).toHaveLength(1);
  });

  it('when the wallet is locked during a notification, shows the next alert only after the unlock', async () => {
    const state = world();
    state.dollars = 3150;
    const alerts = worker(state, {
      async onNotify() {
        if (state.asked.length === 0) state.isUnlocked = false;
      },
    });
    await alerts.set(rises('a'));
    await alerts.set(rises('b', { whileLocked: 'off' }));
    await ring(state, alerts);
    expect([...state.shown.keys()]).toEqual(['alert:a']);
    state.isUnlocked = true;
    await alerts.lockChanged();
    expect([...state.shown.keys()]).toEqual(['alert:a', 'alert:b']);
  });
});

describe('a worker that dies', () => {
  it.each([0, 1, 2, 3, 4])(
    'leaves exactly one notification of an alert on the screen when the worker is killed at write %s',
    async (afterWrites) => {
      for (const isDone of [false, true]) {
        const state = world();
        await worker(state).set(rises('a'));
        state.dollars = 3150;
        const { areas } = mortalAreas(state.areas, { afterWrites, isDone });
        const dying = worker(state, { areas });
        await dying.load().catch(() => undefined);
        state.now = state.alarm ?? state.now;
        await dying.ring().catch(() => undefined);
        state.alarm = undefined;
        state.now += MINUTE_MS;
        const next = worker(state);
        await next.load();
        await ring(state, next);
        expect(statusOf(next, 'a')).toBe('fired');
        // The browser replaces a notification by one with the same id.
        expect([...state.shown.keys()]).toEqual(['alert:a']);
        const asked = state.asked.length;
        state.now += MINUTE_MS;
        const last = worker(state);
        await last.load();
        await ring(state, last);
        expect(state.asked).toHaveLength(asked);
      }
    },
  );

  it('fires each alert at most once for any order of prices, locks, restarts, alarms and clock changes', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('price' as const),
        dollars: fc.integer({ min: 2800, max: 3200 }),
      }),
      fc.record({
        kind: fc.constantFrom('ring', 'ring twice', 'restart', 'lock', 'unlock', 'lose'),
      }),
      fc.record({
        kind: fc.constant('clock' as const),
        by: fc.integer({ min: -7_200_000, max: 7_200_000 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const state = world();
        let alerts = worker(state);
        await alerts.load();
        await alerts.set(rises('up', { whileLocked: 'named' }));
        await alerts.set(rises('down', { rule: spotRule('below', 2900) }));
        for (const one of steps) {
          if (one.kind === 'price' && 'dollars' in one) state.dollars = one.dollars;
          else if (one.kind === 'clock' && 'by' in one) state.now += one.by;
          else if (one.kind === 'lose') state.alarm = undefined;
          else if (one.kind === 'lock' || one.kind === 'unlock') {
            state.isUnlocked = one.kind === 'unlock';
            await alerts.lockChanged();
          } else if (one.kind === 'restart') {
            alerts = worker(state);
            await alerts.load();
          } else {
            await ring(state, alerts);
            if (one.kind === 'ring twice') await alerts.ring();
          }
        }
        const counts = new Map<string, number>();
        for (const title of state.asked) counts.set(title, (counts.get(title) ?? 0) + 1);
        for (const count of counts.values()) expect(count).toBe(1);
        // The alert isn't lost: when the alarm rings after an unlock, the final state is shown.
        state.isUnlocked = true;
        alerts = worker(state);
        await alerts.load();
        await ring(state, alerts);
        const { dollars = 0 } = state;
        expect(statusOf(alerts, 'up')).toBe(
          state.shown.has('alert:up') || dollars >= 3100 ? 'fired' : 'armed',
        );
        expect(state.shown.has('alert:up')).toBe(statusOf(alerts, 'up') === 'fired');
        expect(state.shown.has('alert:down')).toBe(statusOf(alerts, 'down') === 'fired');
      }),
      { numRuns: 60 },
    );
  });
});

describe('the list of alerts', () => {
  it('limits the number of alerts, and lets an edit replace an alert in a full list', async () => {
    const state = world();
    const alerts = worker(state);
    for (let i = 0; i < MAX_ALERTS; i++) await alerts.set(rises(`a${i}`));
    await expect(alerts.set(rises('more'))).rejects.toMatchObject({ code: 'notPossible' });
    await alerts.set(rises('a0', { rule: spotRule('below', 1) }));
    expect(alerts.view().all).toHaveLength(MAX_ALERTS);
    expect(alerts.view().all[0]?.rule).toEqual(spotRule('below', 1));
  });

  it('maps an alert’s notification to the alert’s place on the desk', () => {
    const alerts = worker(world());
    expect(alerts.pageOf('alert:a-1')).toBe('desk.html#alert-a-1');
    expect(alerts.pageOf('another')).toBeUndefined();
  });
});
