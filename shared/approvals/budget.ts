/** Maximum number of values that all passes over one request visit; a second visit counts again. */
export const MAX_VALUES = 50_000;
/** Maximum number of characters that all passes over one request read, counted in the same way. */
export const MAX_LENGTH = 16_000_000;

/** A request costs more than its budget, so it can't be explained. */
export class BudgetError extends Error {}

/**
 * Work that a request may still cost. All walks over one request's data share one budget. A timer
 * can't interrupt a synchronous walk, so each walk counts its own steps.
 */
export interface Budget {
  /**
   * Counts values and the characters read for them; by default one value.
   * @throws BudgetError when the budget is used up
   */
  spend(length?: number, values?: number): void;
}

export function createBudget(): Budget {
  let values = 0;
  let length = 0;
  return {
    spend(moreLength = 0, moreValues = 1) {
      values += moreValues;
      length += moreLength;
      if (values > MAX_VALUES || length > MAX_LENGTH) {
        throw new BudgetError('The request is too large to be explained.');
      }
    },
  };
}
