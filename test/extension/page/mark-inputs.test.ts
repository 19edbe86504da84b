import { describe, expect, it } from 'vitest';
import { markInputs } from '../../../components/texts/position-texts.ts';
import { price8 } from '../../../shared/units.ts';

describe('the inputs of a position’s mark', () => {
  it('lists the spot price, the volatility and the remaining time as the inputs of a position’s mark', () => {
    const spot = { price: price8(259000000000n), source: 'chain' as const };
    expect(markInputs({ spot, volatility: 0.62, expiry: 7_200 }, 0)).toBe(
      'By live orders at spot $2,590, volatility 62%, 2 h 0 min left',
    );
  });

  it('shows dashes for unknown inputs of a position’s mark', () => {
    expect(markInputs({ expiry: 7_200 }, 0)).toBe(
      'By live orders at spot —, volatility —, 2 h 0 min left',
    );
  });
});
