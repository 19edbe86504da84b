/** What went wrong with a fill, in words: what happened, and what to do. */
export interface FillFailure {
  readonly code:
    | 'stale'
    | 'expired'
    | 'cancelled'
    | 'exhausted'
    | 'allowance'
    | 'balance'
    | 'price feed'
    | 'other';
  readonly sentence: string;
}

const TABLE: readonly (readonly [RegExp, FillFailure['code'], string])[] = [
  [
    /signer not authorized|contract owner not authorized|signature mismatch|invalid signature/i,
    'stale',
    'The book does not accept the maker’s signature any more. Refresh the orders and pick the quote again.',
  ],
  [
    /order expired/i,
    'expired',
    'The quote has expired. Nothing was paid. Take the maker’s newer quote.',
  ],
  [
    /order cancelled/i,
    'cancelled',
    'The maker has cancelled this quote. Nothing was paid. Pick another one.',
  ],
  [
    /exceeds max collateral/i,
    'exhausted',
    'The maker’s budget for this quote is used up. Take fewer contracts or another quote.',
  ],
  [
    /insufficient allowance|exceeds allowance/i,
    'allowance',
    'The order book may not take the tokens yet. Approve the exact amount first.',
  ],
  [
    /exceeds balance|insufficient balance|insufficient funds/i,
    'balance',
    'There are not enough tokens: yours, or the maker’s. Take fewer contracts.',
  ],
  [
    /PriceFeedStale|PriceMustBePositive|InvalidPriceFeedDecimals/i,
    'price feed',
    'The price oracle of this asset does not answer properly just now. Try again later.',
  ],
];

/** Turns a revert text of the book, or of a token that it moves, into a sentence. */
export function fillFailure(reason: string): FillFailure {
  for (const [pattern, code, sentence] of TABLE) {
    if (pattern.test(reason)) return { code, sentence };
  }
  return { code: 'other', sentence: `The chain would refuse this: ${reason.slice(0, 200)}` };
}
