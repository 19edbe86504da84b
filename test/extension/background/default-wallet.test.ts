import { describe, expect, it } from 'vitest';
import { createDefaultWallet } from '../../../entrypoints/background/kernel/default-wallet.ts';

function start(stored: boolean) {
  let isDefaultWallet = stored;
  let isAllowed = true;
  const writes: boolean[] = [];
  const wallet = createDefaultWallet({
    settings: {
      get: () => ({ isDefaultWallet }) as never,
      async write(change) {
        isDefaultWallet = change.isDefaultWallet ?? isDefaultWallet;
        writes.push(isDefaultWallet);
      },
    },
    apply: async (isOn) => isOn && isAllowed,
  });
  return {
    wallet,
    writes,
    withdraw: () => {
      isAllowed = false;
    },
  };
}

describe('the default-wallet switch', () => {
  it('stores the switch as on only when the browser grants access to all sites', async () => {
    const { wallet, writes, withdraw } = start(false);
    expect(await wallet.set(true)).toBe(true);
    expect(await wallet.set(false)).toBe(false);
    withdraw();
    expect(await wallet.set(true)).toBe(false);
    expect(writes).toEqual([true, false]);
  });

  it('turns the switch off when the user withdraws the access', async () => {
    const { wallet, writes, withdraw } = start(true);
    expect(await wallet.renew()).toBe(true);
    expect(writes).toEqual([]);
    withdraw();
    expect(await wallet.renew()).toBe(false);
    expect(writes).toEqual([false]);
  });
});
