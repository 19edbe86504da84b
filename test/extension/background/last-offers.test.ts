import { expect, it } from 'vitest';
import { createLastOffers } from '../../../entrypoints/background/positions/last-offers.ts';
import { contracts, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { positionsFromLogs } from '../../helpers/positions-from-logs.ts';
import { filled, initialized, optionAddress } from '../../shared/positions/event-logs.ts';

const logs = [initialized(optionAddress(1)), filled(optionAddress(1))];
const [position] = positionsFromLogs(
  logs.map((log, logIndex) => ({ ...log, logIndex })),
  { hash: `0x${'1'.repeat(64)}`, block: 1, timestamp: unixSeconds(1) },
);

it('returns a stored offer only for its side and size, and only for ten minutes after the offer was stored', () => {
  if (position === undefined) return expect.unreachable();
  const clock = createFakeClock(0);
  const offers = createLastOffers({ clock });
  const { address: option, numContracts } = position;
  offers.keep({ option, side: 'buyer', contracts: numContracts, premium: tokenAmount(9n) });
  expect(offers.of(position, 'buyer')).toBe(9n);
  expect(offers.of(position, 'seller')).toBeUndefined();
  expect(offers.of({ ...position, numContracts: contracts(1n) }, 'buyer')).toBeUndefined();
  clock.advance(599_999);
  expect(offers.of(position, 'buyer')).toBe(9n);
  clock.advance(1);
  expect(offers.of(position, 'buyer')).toBeUndefined();
});
