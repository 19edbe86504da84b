import { describe, expect, it } from 'vitest';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { ALL_KEYS, GONE_KEYS, STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { BASE_SERVICES } from '../../../shared/messages/default-services.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

describe('stored data that this version no longer uses', () => {
  it('keeps a former version’s settings except for settings that no longer exist', async () => {
    const areas = memoryAreas();
    const kept = { services: BASE_SERVICES, autoLockMinutes: 30, locksWithScreen: true };
    areas.local.content.set('settings', {
      version: 1,
      value: { ...kept, maxUnlockedMinutes: 60, priceToleranceBps: 100, hidesWhileLocked: true },
    });
    expect(await stored(areas, STORED_KEYS.settings).read()).toEqual(kept);
    expect(areas.local.content.get('settings')).toEqual({ version: 2, value: kept });
  });

  it('keeps the size for new tickets when the watchlist is dropped', async () => {
    const areas = memoryAreas();
    const size = { by: 'premium', cents: '50000' };
    areas.local.content.set('desk-choices', {
      version: 1,
      value: {
        watched: [{ kind: 'strike', asset: 'ETH', expiry: 1_800_000_000, strike: '1' }],
        expiries: [1_800_000_000],
        size,
      },
    });
    expect(await stored(areas, STORED_KEYS.deskChoices).read()).toEqual({ size });
    areas.local.content.set('desk-choices', { version: 1, value: { watched: [], expiries: [] } });
    expect(await stored(areas, STORED_KEYS.deskChoices).read()).toEqual({});
  });

  it('keeps stored alerts of the kinds that still exist', async () => {
    const areas = memoryAreas();
    const kept = {
      id: 'a',
      rule: { kind: 'spot', asset: 'ETH', direction: 'above', price: '1' },
      whileLocked: 'off',
      state: { status: 'armed' },
    };
    const account = `0x${'11'.repeat(20)}`;
    const gone = [
      { ...kept, id: 'b', rule: { kind: 'allowance', account } },
      { ...kept, id: 'c', rule: { kind: 'settlement', position: { owner: account } } },
    ];
    areas.local.content.set('alerts', { version: 1, value: [...gone, kept] });
    expect(await stored(areas, STORED_KEYS.alerts).read()).toEqual([kept]);
  });

  it('the list of keys to remove contains no key that this version reads', () => {
    const names = ALL_KEYS.map(({ name }) => name);
    expect(GONE_KEYS.filter((name) => names.includes(name))).toEqual([]);
  });
});
