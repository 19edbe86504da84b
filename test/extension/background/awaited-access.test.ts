import { describe, expect, it } from 'vitest';
import {
  AWAIT_MS,
  createAwaitedAccess,
} from '../../../entrypoints/background/kernel/awaited-access.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ALL = { origins: ['https://*/*', 'http://*/*'], permissions: [] };
const NOTICES = { origins: [], permissions: ['notifications'] };

function start() {
  const areas = memoryAreas();
  const clock = createFakeClock();
  const changes: unknown[] = [];
  const worker = () =>
    createAwaitedAccess({
      stored: stored(areas, STORED_KEYS.awaitedAccess),
      clock,
      settings: { write: async (change) => void changes.push(change) },
      setDefaultWallet: async (isOn) => {
        changes.push({ isOn });
        return isOn;
      },
    });
  return { worker, clock, changes };
}

describe('a change that waits for the browser’s permission', () => {
  it('completes a waiting change exactly once after the user grants access, even in a new worker without a popup', async () => {
    const { worker, changes } = start();
    await worker().set({ kind: 'defaultWallet' });
    const later = worker();
    await later.granted(NOTICES);
    expect(changes).toEqual([]);
    await later.granted(ALL);
    await later.granted(ALL);
    expect(changes).toEqual([{ isOn: true }]);
  });

  it('turns notices of expiry on once the browser grants the permission', async () => {
    const { worker, changes } = start();
    await worker().set({ kind: 'expiryNotices', notices: 'plain' });
    await worker().granted(ALL);
    expect(changes).toEqual([]);
    await worker().granted(NOTICES);
    expect(changes).toEqual([{ expiryNotices: 'plain' }]);
  });

  it('drops a waiting change when the user refuses access or five minutes have passed', async () => {
    const { worker, clock, changes } = start();
    await worker().granted(ALL);
    await worker().set({ kind: 'defaultWallet' });
    await worker().set(null);
    await worker().granted(ALL);
    await worker().set({ kind: 'defaultWallet' });
    clock.advance(AWAIT_MS + 1);
    await worker().granted(ALL);
    expect(changes).toEqual([]);
  });
});
