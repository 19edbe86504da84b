import { describe, expect, it } from 'vitest';
import { SOURCES } from './sources.ts';

/**
 * Matches folders with amounts that users pay or receive. Such amounts must be rounded against the
 * user.
 */
const TRADES = /^components\/screens\/(?:trade\/(?:orders|ticket|quotations)|desk)\//;

/** Functions that cut off decimals, which would make a cost look smaller. */
const CUTTING = /\b(?:usdText|centsOfToken|tokenText)\b/;

/** Files with balances and values, which users don't pay. The list may only become shorter. */
const VALUES: readonly string[] = ['components/screens/trade/ticket/ticket-texts.ts'];

/** Matches code that cuts off an amount of a network's coin after six decimals. */
const CUTTING_COIN = /\bamountText\((?!.+, 18, 18\)).+, (?:18|ETH_DECIMALS|COIN\.decimals)\)/;

const BALANCES: readonly string[] = [
  'components/approvals/TransactionCard.tsx',
  'components/screens/wallet/smart-accounts/RemoveCode.tsx',
];

describe('amounts of trades', () => {
  const found = SOURCES.filter(({ path, text }) => TRADES.test(path) && CUTTING.test(text));

  it('among the screens of trades, only the listed file uses functions that cut off decimals', () => {
    expect(found.map(({ path }) => path).sort()).toEqual(VALUES);
  });
  it('only the listed files cut off decimals of an amount in a network’s coin', () => {
    const cut = SOURCES.filter(
      ({ path, text }) => path.startsWith('components/') && CUTTING_COIN.test(text),
    );
    expect(cut.map(({ path }) => path).sort()).toEqual(BALANCES);
  });
});
