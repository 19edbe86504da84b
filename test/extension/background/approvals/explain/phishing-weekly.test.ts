import { describe, expect, it } from 'vitest';
import {
  createWeeklyRefresh,
  PHISHING_ALARM,
  WEEK_MS,
} from '../../../../../entrypoints/background/approvals/explain/phishing-weekly.ts';
import { stored } from '../../../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../../../entrypoints/background/stored-keys.ts';
import { createFakeClock } from '../../../../helpers/fake-world.ts';
import { memoryAreas } from '../../../helpers/memory-areas.ts';

function start(options: { isOn: boolean; isDown?: boolean }) {
  const clock = createFakeClock();
  const alarms = new Map<string, number>();
  let isOn = options.isOn;
  let refreshedAt: number | undefined;
  let requests = 0;
  const weekly = createWeeklyRefresh({
    alarms: {
      set: async (name, at) => void alarms.set(name, at),
      clear: async (name) => void alarms.delete(name),
    },
    clock,
    triedAt: stored(memoryAreas(), STORED_KEYS.phishingTriedAt),
    isOn: () => isOn,
    refreshedAt: () => refreshedAt,
    async refresh() {
      requests += 1;
      if (options.isDown) throw new Error('not the list');
      refreshedAt = clock.now();
    },
  });
  return {
    weekly,
    clock,
    alarm: () => alarms.get(PHISHING_ALARM),
    requests: () => requests,
    turnOff: () => {
      isOn = false;
    },
  };
}

describe('the weekly refresh of the phishing list', () => {
  it('doesn’t set an alarm or send a request while the weekly refresh is off', async () => {
    const { weekly, alarm, requests } = start({ isOn: false });
    await weekly.plan();
    await weekly.ring();
    expect(alarm()).toBeUndefined();
    expect(requests()).toBe(0);
  });

  it('refreshes the list a week after the first start and each week afterwards, even if the worker restarts', async () => {
    const { weekly, alarm, clock, requests } = start({ isOn: true });
    const first = clock.now() + WEEK_MS;
    await weekly.plan();
    expect(alarm()).toBe(first);
    clock.advance(WEEK_MS / 2);
    await weekly.plan();
    expect(alarm()).toBe(first);
    clock.advance(WEEK_MS / 2);
    await weekly.ring();
    expect(requests()).toBe(1);
    expect(alarm()).toBe(clock.now() + WEEK_MS);
  });

  it('tries to refresh the list again a day after a failure, even if the worker restarts', async () => {
    const { weekly, alarm, clock } = start({ isOn: true, isDown: true });
    await weekly.ring();
    expect(alarm()).toBe(clock.now() + WEEK_MS / 7);
    await weekly.plan();
    expect(alarm()).toBe(clock.now() + WEEK_MS / 7);
  });

  it('clears the alarm when the user turns the weekly refresh off', async () => {
    const { weekly, alarm, requests, turnOff } = start({ isOn: true });
    await weekly.plan();
    turnOff();
    await weekly.ring();
    expect(requests()).toBe(0);
    await weekly.plan();
    expect(alarm()).toBeUndefined();
  });
});
