import { expect, it } from 'vitest';
import { createScreenLock } from '../../../entrypoints/background/vault/open/screen-lock.ts';

async function afterEvent(state: string, options: { isOn: boolean; isUnlocked?: boolean }) {
  let locks = 0;
  const onState = createScreenLock({
    ready: Promise.resolve(),
    isOn: () => options.isOn,
    isUnlocked: () => options.isUnlocked ?? true,
    lock: async () => {
      locks += 1;
    },
  });
  await onState(state);
  return locks;
}

it('locks an unlocked wallet together with the screen only if the user chose this setting', async () => {
  expect(await afterEvent('locked', { isOn: true })).toBe(1);
  expect(await afterEvent('locked', { isOn: false })).toBe(0);
  expect(await afterEvent('locked', { isOn: true, isUnlocked: false })).toBe(0);
  expect(await afterEvent('idle', { isOn: true })).toBe(0);
  expect(await afterEvent('active', { isOn: true })).toBe(0);
});
