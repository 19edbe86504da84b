import { expect, it } from 'vitest';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createLockScreen } from '../../../entrypoints/background/pages/lock-screen.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

function start() {
  const areas = memoryAreas();
  let isLocked = true;
  let language = 'en';
  let writes = 0;
  const key = stored(areas, STORED_KEYS.lockScreen);
  const renew = createLockScreen({
    stored: {
      write(value) {
        writes += 1;
        return key.write(value);
      },
      clear: key.clear,
    },
    isLocked: () => isLocked,
    snapshot: () =>
      ({ language, waitingSites: ['https://dapp.example'] }) as unknown as WalletSnapshot,
  });
  return {
    renew,
    kept: () => areas.session.content.get('lock-screen'),
    writes: () => writes,
    lock: (locked: boolean) => {
      isLocked = locked;
    },
    speak: (other: string) => {
      language = other;
    },
  };
}

it('stores the screen of a locked wallet only when the screen changes, and leaves out the requests of sites', () => {
  const { renew, kept, writes, speak } = start();
  renew();
  renew();
  expect(kept()).toMatchObject({ value: { language: 'en', waitingSites: [] } });
  expect(writes()).toBe(1);
  speak('de');
  renew();
  expect(kept()).toMatchObject({ value: { language: 'de' } });
});

it('removes the stored screen after an unlock, and doesn’t store the screen of an unlocked wallet', async () => {
  const { renew, kept, lock } = start();
  renew();
  lock(false);
  renew();
  expect(kept()).toBeUndefined();
});
