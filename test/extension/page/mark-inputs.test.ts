import { describe, expect, it } from 'vitest';
import { markInputs } from '../../../components/texts/position-texts.ts';

describe('the inputs of a position’s mark', () => {
  it('lists spot price, volatility and time left', () => {
    const spot = { price: '259000000000', source: 'chain' as const };
    expect(markInputs({ spot, volatility: 0.62, expiry: 7_200 }, 0)).toBe(
      'By live orders at spot $2,590, volatility 62%, 2 h 0 min left',
    );
  });

  it('shows dashes for unknown inputs', () => {
    expect(markInputs({ expiry: 7_200 }, 0)).toBe(
      'By live orders at spot —, volatility —, 2 h 0 min left',
    );
  });
});
