import { describe, expect, it } from 'vitest';
import { quotationHandlers } from '../../../entrypoints/background/api/quotations.ts';
import { QuotationError } from '../../../entrypoints/background/quotations/factory.ts';
import { createOneOpening } from '../../../entrypoints/background/quotations/one-opening.ts';
import type { Quotations } from '../../../entrypoints/background/quotations/quotations.ts';
import { createRolls } from '../../../entrypoints/background/quotations/rolls.ts';
import { stored } from '../../../entrypoints/background/state/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/state/stored-keys.ts';
import type { RollInput } from '../../../shared/messages/roll.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { fillView } from '../../shared/orders/fill-view.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ACCOUNT = `0x${'a'.repeat(40)}`;
const roll = (strike: string, option = '1'): RollInput => ({
  account: ACCOUNT,
  option: `0x${option.repeat(40)}`,
  side: 'buyer',
  to: { asset: 'ETH', product: 'PUT', side: 'buy', strikes: [strike], expiry: 1_800_000_000 },
  collateralSymbol: 'USDC',
  known: [],
});

const fill = fillView({ ...roll('1').to, account: ACCOUNT, stage: 'fill sent' });

/** A page's calls, while a fill of the option with the strike 1 is under way, or makers are asked. */
function start(state: { isFilling?: boolean; isAsked?: boolean }) {
  const rolls = createRolls({
    stored: stored(memoryAreas(), STORED_KEYS.rolls),
    clock: createFakeClock(),
    onChange: () => undefined,
  });
  const isFirst = ({ strikes }: { strikes: readonly string[] }) => strikes[0] === '1';
  const opening = createOneOpening({
    rolls,
    fills: () => (state.isFilling === true ? [fill] : []),
    isListed: () => false,
    async unlessAsked(_, option, act) {
      if (state.isAsked === true && isFirst(option)) throw new QuotationError('already-asked', '');
      return act();
    },
  });
  const set = quotationHandlers({
    // No function of these is called.
    quotations: {} as Quotations,
    quotationNotices: { follow: async () => undefined },
    rolls,
    opening,
    splitOff: () => Promise.reject(new Error('not asked for')),
    positions: { find: () => undefined },
    wallets: { accounts: () => [{ address: ACCOUNT }] },
  })['rolls.set'];
  return { rolls, set };
}

describe('the option that a roll opens', () => {
  it.each([
    [{ isFilling: true }, 'roll-filling'],
    [{ isAsked: true }, 'already-asked'],
  ])('isn’t exchanged while it is being opened: %j', async (state, code) => {
    const { rolls, set } = start(state);
    await set(roll('1'));
    await expect(set(roll('2'))).rejects.toMatchObject({ code });
    expect(rolls.all().map(({ to }) => to.strikes)).toEqual([['1']]);
  });

  it('the option that a roll opens is exchanged before that, whatever another roll opens', async () => {
    const { rolls, set } = start({ isFilling: true, isAsked: true });
    await set(roll('1', '2'));
    await set(roll('3'));
    await set(roll('4'));
    expect(rolls.all().map(({ to }) => to.strikes)).toEqual([['1'], ['4']]);
  });
});
