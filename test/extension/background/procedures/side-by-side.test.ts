import { expect, it } from 'vitest';
import type { FillRecord } from '../../../../entrypoints/background/orders/fill-schemas.ts';
import { isProven } from '../../../../entrypoints/background/orders/fills.ts';
import { createTwoDevices, MONEY } from '../../helpers/procedures-world.ts';

type World = ReturnType<typeof createTwoDevices>;
const OWN = ['fill', 'legs', 'wayBack', 'revoke'] as const;

/** Waits until all work is done that doesn't depend on the test. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets both users agree to all requests, and mines all transactions. */
async function finish({ devices, commands }: World): Promise<void> {
  for (let round = 0; round < 12; round++) {
    for (const device of devices) {
      void device.commands.approve();
      await quiet();
    }
    for (let sent = 0; sent < 4; sent++) {
      await commands.mine();
      await quiet();
    }
  }
}

it.each(OWN.flatMap((first) => OWN.map((second) => [first, second] as const)))(
  'procedure “%s” finishes while two tabs and a site make requests and “%s” runs on a second device, and nothing is sent twice',
  async (first, second) => {
    const world = createTwoDevices();
    const [one, two] = world.devices;
    void one.commands[first]();
    await quiet();
    // Revocations begin when the user agrees to their review.
    if (first === 'revoke') void one.commands.approve();
    await quiet();
    const asked = one.prompts().length;
    const holder = one.worker().procedures.holderOf(MONEY)?.id;
    void one.commands.twoTabs();
    await quiet();
    // The two tabs' requests are refused, and the first procedure keeps its claims.
    expect(one.prompts()).toHaveLength(asked);
    expect(one.worker().procedures.holderOf(MONEY)?.id).toBe(holder ?? expect.unreachable());
    void one.commands.site();
    void two.commands[second]();
    await quiet();
    expect(two.prompts()).toHaveLength(1);
    await finish(world);
    const keys = world.chain.sent.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(world.chain.sent.filter(({ state }) => state !== 'mined')).toEqual([]);
    for (const device of world.devices) {
      expect(device.surprises).toEqual([]);
      expect(device.prompts()).toEqual([]);
      expect(device.worker().procedures.holderOf(MONEY)).toBeUndefined();
      for (const fill of device.rows<FillRecord>('fills')) expect(isProven(fill)).toBe(true);
    }
  },
);
