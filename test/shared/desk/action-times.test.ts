import { describe, expect, it } from 'vitest';
import { actionTimes } from '../../../shared/desk/action-times.ts';
import { tokenAmount } from '../../../shared/units.ts';
import { deskPosition } from './desk-positions.ts';
import { DAY, NOW } from './desk-rows.ts';

const EXPIRY = NOW + 30 * DAY;
const UNTIL = EXPIRY + 3_600;
const CASH = deskPosition('PUT', [2800]);
const PHYSICAL = deskPosition('PHYSICAL_PUT', [2800], {
  delivery: { token: CASH.token, amount: tokenAmount(1n), until: UNTIL, isDone: false },
});

describe('the times of a position’s actions', () => {
  it('payouts begin at expiry, or after the exercise window for options with delivery', () => {
    expect(actionTimes('payout', CASH)).toEqual({ from: EXPIRY, until: 'settlement' });
    expect(actionTimes('payout', PHYSICAL)).toEqual({ from: UNTIL + 1, until: 'settlement' });
  });

  it('decisions about a delivery are possible during the exercise window', () => {
    for (const action of ['allowDelivery', 'exercise', 'decline'] as const) {
      expect(actionTimes(action, PHYSICAL)).toEqual({ from: EXPIRY, until: UNTIL });
      expect(actionTimes(action, CASH)).toBeUndefined();
    }
  });

  it('transfers, closings and returns are possible until the settlement, and splits until the expiry', () => {
    for (const action of ['transfer', 'close', 'returnExcess'] as const)
      expect(actionTimes(action, CASH)).toEqual({ until: 'settlement' });
    expect(actionTimes('split', CASH)).toEqual({ until: EXPIRY });
  });
});
