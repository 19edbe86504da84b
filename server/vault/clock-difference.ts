import { CondorError } from '../../shared/errors.ts';
import { MAX_CLOCK_SKEW_MS } from './numbers.ts';

/** Thrown when this clock differs too much from the database's for sealed challenges. */
export class WrongClockError extends CondorError<'clock-wrong'> {
  /** Milliseconds by which this clock is ahead of the database's. */
  readonly aheadMs: number;

  constructor(aheadMs: number) {
    super('clock-wrong', clockDifferenceText(aheadMs));
    this.aheadMs = aheadMs;
  }
}

/** Describes in English how much a clock differs from the database's. */
function clockDifferenceText(aheadMs: number): string {
  const seconds = Math.abs(Math.round(aheadMs / 1000));
  return `the clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database`;
}

/**
 * Checks that this clock is close enough to the database's clock. `aheadMs` is the difference in
 * milliseconds.
 * @throws WrongClockError for a difference of more than a minute
 */
export function ensureClock(aheadMs: number): void {
  if (Math.abs(aheadMs) > MAX_CLOCK_SKEW_MS) throw new WrongClockError(aheadMs);
}
