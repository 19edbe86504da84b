import { describe, expect, it } from 'vitest';
import { SOURCES } from './sources.ts';

/** Rooms whose amounts are paid or received, so that they round against the user. */
const TRADES = /^components\/screens\/(?:orders|ticket|desk|quotations|roll)\//;

/** Functions that cut amounts off, which makes a cost look smaller. */
const CUTTING = /\b(?:usdText|centsOfToken|tokenText)\b/;

/** Balances and values, which nobody pays. The list may only shrink. */
const VALUES: readonly string[] = [
  'components/screens/desk/PortfolioFigures.tsx',
  'components/screens/ticket/ticket-texts.ts',
];

describe('amounts of trades', () => {
  const found = SOURCES.filter(({ path, text }) => TRADES.test(path) && CUTTING.test(text));

  it('finds no amount of a trade that isn’t rounded by payments.ts', () => {
    expect(found.map(({ path }) => path).sort()).toEqual(VALUES);
  });
});
