import { describe, expect, it } from 'vitest';
import { createRolls } from '../../../entrypoints/background/quotations/rolls.ts';
import { stored } from '../../../entrypoints/background/state/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/state/stored-keys.ts';
import { MAX_ROLLS, type RollInput } from '../../../shared/messages/roll.ts';
import { epochMs } from '../../../shared/units.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ACCOUNT = `0x${'Aa'.repeat(20)}`;
const option = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;
const roll = (number: number, strike = '280000000000'): RollInput => ({
  account: ACCOUNT,
  option: option(number),
  side: 'buyer',
  to: { asset: 'ETH', product: 'PUT', side: 'buy', strikes: [strike], expiry: 1_800_000_000 },
  collateralSymbol: 'USDC',
  known: [],
});

function start(areas = memoryAreas()) {
  const clock = { at: epochMs(1_000), now: () => clock.at };
  const rolls = createRolls({
    stored: stored(areas, STORED_KEYS.rolls),
    clock,
    onChange: () => undefined,
  });
  return { rolls, areas, clock };
}

describe('the rolls that a user has begun', () => {
  it('survive the worker, and keep the time of the first choice', async () => {
    const { rolls, areas, clock } = start();
    await rolls.set(roll(1));
    clock.at = epochMs(5_000);
    await rolls.set(roll(1, '270000000000'));
    const next = start(areas).rolls;
    await next.load();
    expect(next.all()).toEqual([{ ...roll(1, '270000000000'), at: 1_000 }]);
  });

  it('differ by account, option and side, in any writing of the addresses', async () => {
    const { rolls } = start();
    await rolls.set(roll(1));
    await rolls.set({ ...roll(1), side: 'seller' });
    await rolls.end({
      account: ACCOUNT.toLowerCase(),
      option: option(1),
      side: 'buyer',
      opened: [],
    });
    expect(rolls.all().map(({ side }) => side)).toEqual(['seller']);
  });

  it('don’t count what another roll has opened', async () => {
    const { rolls } = start();
    await rolls.set(roll(1));
    await rolls.set(roll(2));
    await rolls.end({
      account: ACCOUNT,
      option: option(1),
      side: 'buyer',
      opened: [option(8), option(9)],
    });
    expect(rolls.all().map(({ known }) => known)).toEqual([[option(8), option(9)]]);
  });

  it('the rolls that a user has begun are refused when too many are unfinished', async () => {
    const { rolls } = start();
    for (let number = 0; number < MAX_ROLLS; number++) await rolls.set(roll(number));
    await expect(rolls.set(roll(MAX_ROLLS))).rejects.toMatchObject({ code: 'not-possible' });
    expect(rolls.all()).toHaveLength(MAX_ROLLS);
  });
});
