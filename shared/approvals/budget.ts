/**
 * Maximum number of values that all walks over one request visit. A value that is visited twice is
 * counted twice.
 */
export const MAX_VALUES = 50_000;
/**
 * Maximum number of characters that all walks over one request read. A character that is read twice
 * is counted twice.
 */
export const MAX_LENGTH = 16_000_000;

/** Thrown when explaining a request would cost more than its budget. */
export class BudgetError extends Error {}

/**
 * The work that explaining a request may still cost. All walks over its data share one budget and
 * count their own steps, because a timer can't interrupt a synchronous walk.
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
