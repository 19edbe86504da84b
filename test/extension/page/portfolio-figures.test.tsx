import { describe, expect, it } from 'vitest';
import { PortfolioFigures } from '../../../components/screens/desk/PortfolioFigures.tsx';
import { TradeTable } from '../../../components/screens/desk/TradeTable.tsx';
import { holdingsIn } from '../../../shared/desk/holding.ts';
import { portfolioOf } from '../../../shared/desk/portfolio.ts';
import type { Trade } from '../../../shared/desk/trades.ts';
import type { AccountView } from '../../../shared/messages/snapshot.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { tokenAmount, toPrice8, usd8 } from '../../../shared/units.ts';
import { snapshotWith, UNLOCKED } from '../../gallery/samples/snapshot.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { NOW, SPOT } from '../../shared/desk/desk-rows.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { openPage } from '../helpers/open-page.tsx';
import { factsOf, wordsOf } from '../helpers/read-markup.ts';

const SCENE = { at: NOW, volatilityShift: 0 };

describe('the figures of a portfolio', () => {
  function figures(rows: readonly PositionRow[], areAmountsHidden = false) {
    const holdings = holdingsIn('ETH', rows, SPOT);
    const portfolio = portfolioOf(holdings, SPOT, SCENE);
    return onPage(
      <PortfolioFigures portfolio={portfolio} count={holdings.length} />,
      snapshotWith({ areAmountsHidden }),
    );
  }
  /**
   * Returns the figures by name. Explanations later on the page have the same names, so the first
   * entry of each name is used.
   */
  const factsIn = (html: string) => new Map(factsOf(html).toReversed());
  const facts = (...args: Parameters<typeof figures>) => factsIn(figures(...args));

  it('shows the price of a bought option as the maximum loss, and shows no locked collateral', () => {
    const shown = facts([deskPosition('PUT', [2800], { paid: 100 })]);
    expect(shown.get('Max loss')).toBe('$100.00');
    expect(shown.get('Collateral locked')).toBe('$0.00');
  });

  it('shows the locked collateral of sold options, by token', () => {
    const shown = facts([
      deskPosition('PUT', [2800], { side: 'seller', collateral: tokenAmount(2800000000n) }),
      deskPosition('INVERSE_CALL', [3500], {
        side: 'seller',
        collateral: tokenAmount(1500000000000000000n),
        contractCount: 1.5,
      }),
    ]);
    expect(shown.get('Collateral locked')).toBe('2,800.00 USDC, 1.5 WETH');
  });

  it('shows a negative delta, a negative theta and a positive vega for a bought put', () => {
    const shown = facts([deskPosition('PUT', [2800])]);
    expect(shown.get('Delta')).toMatch(/^−\$/);
    expect(shown.get('Theta')).toMatch(/^−\$/);
    expect(shown.get('Vega')).toMatch(/^\+?\$/);
  });

  it('colours a loss and a gain differently', () => {
    expect(figures([deskPosition('PUT', [2800], { paid: 2000 })])).toContain('text-bad');
    expect(figures([deskPosition('PUT', [2800], { paid: 1 })])).toContain('text-good');
  });

  it('shows each maker’s and each expiry’s share of the money at stake', () => {
    const shown = wordsOf(
      figures([
        deskPosition('PUT', [2800], { seller: `0x${'a1'.repeat(20)}`, contractCount: 3 }),
        deskPosition('PUT', [2800], { seller: `0x${'b2'.repeat(20)}`, contractCount: 1 }),
      ]),
    );
    expect(shown).toContain('By maker 0xa1a1…a1a1 75% 0xb2b2…b2b2 25%');
    expect(shown).toMatch(/By expiry .* 100%/);
  });

  it('shows a dash when no position has a volatility, and how many positions lack it', () => {
    const { volatility: _, ...unvalued } = deskPosition('PUT', [2800]);
    const shown = figures([unvalued]);
    expect(factsIn(shown).get('Value')).toBe('—');
    expect(wordsOf(shown)).toContain(
      '1 position has no volatility: value and greeks leave it out.',
    );
    expect(wordsOf(figures([unvalued, { ...unvalued, key: 'b' }]))).toContain(
      '2 positions have no volatility',
    );
  });

  it('uses singular and plural for positions without a volatility in German', () => {
    const { volatility: _, ...unvalued } = deskPosition('PUT', [2800]);
    const one = inGerman(() => wordsOf(figures([unvalued])));
    const two = inGerman(() => wordsOf(figures([unvalued, { ...unvalued, key: 'b' }])));
    expect(one).toMatch(/1 Position hat/);
    expect(two).toMatch(/2 Positionen haben/);
  });

  it('hides values and greeks, but not shares, while amounts are hidden', () => {
    const row = deskPosition('PUT', [2800], { seller: `0x${'a1'.repeat(20)}` });
    const shown = facts([row], true);
    for (const name of ['Value', 'Unrealised profit', 'Max loss', 'Delta', 'Vega'])
      expect(shown.get(name)).not.toMatch(/\d/);
    expect(wordsOf(figures([row], true))).toContain('100%');
  });
});

describe('the table of trades', () => {
  const PUT = deskPosition('PUT', [2800], { contractCount: 2, paid: 100 });
  const trade = (change: Partial<Trade> = {}): Trade => ({
    kind: 'bought',
    account: '0xa',
    row: PUT,
    at: NOW,
    txHash: `0x${'e1'.repeat(32)}`,
    cash: tokenAmount(-100_000000n),
    fee: tokenAmount(1_000000n),
    realised: undefined,
    realisedUsd: undefined,
    ...change,
  });
  const account = (address: string, name: string): AccountView => ({
    ...{ address, name, ownName: name, walletId: 'seed', kind: 'seed' },
  });
  type Props = Parameters<typeof TradeTable>[0];
  const table = (trades: readonly Trade[], props: Partial<Props> = {}, areAmountsHidden = false) =>
    onPage(
      <TradeTable
        trades={trades}
        accounts={[account('0xa', 'Savings')]}
        networkFees={new Map()}
        {...props}
      />,
      snapshotWith({ areAmountsHidden }),
    );

  it('shows the payment, its fee, and a link to the transaction', () => {
    const html = table([trade()]);
    expect(wordsOf(html)).toContain('Put $2,800 Bought · 2 ');
    expect(wordsOf(html)).toContain('−100.00 USDC fee 1.00 USDC');
    expect(html).toContain(`href="https://basescan.org/tx/0x${'e1'.repeat(32)}"`);
  });

  it('shows the transaction without a link when the network has no explorer', () => {
    const html = onPage(
      <TradeTable trades={[trade()]} accounts={[]} networkFees={new Map()} />,
      snapshotWith({ networks: [] }),
    );
    expect(html).not.toContain('href');
    expect(wordsOf(html)).toContain('0xe1e1…e1e1');
  });

  it('adds the network fee of the transaction, even if its hash has a different letter case', () => {
    const networkFees = new Map([[`0x${'e1'.repeat(32)}`, 21_000_000_000_000n]]);
    const upper = trade({ txHash: `0x${'E1'.repeat(32)}` });
    expect(wordsOf(table([upper], { networkFees }))).toContain('0.000021 ETH');
    expect(wordsOf(table([upper]))).not.toContain('0.000021');
  });

  it('marks the unknown time and the unknown money of a trade', () => {
    const { at: _, txHash: _hash, ...unknown } = trade({ cash: undefined, fee: tokenAmount(0n) });
    const shown = wordsOf(table([unknown]));
    expect(shown).toContain('Time unknown');
    expect(shown).toContain('—');
    expect(shown).not.toContain('fee');
  });

  it.each([
    ['sold', {}, 'Sold'],
    ['settled', {}, 'Settled'],
    ['closed', {}, 'Closed'],
    ['received', { side: 'buyer' }, 'Received'],
    ['received', { side: 'seller' }, 'Received'],
  ] as const)(
    'names the event of a trade: %s (changes to the position: %o)',
    (kind, change, text) => {
      const shown = wordsOf(table([trade({ kind, row: { ...PUT, ...change } })]));
      expect(shown.toLowerCase()).toContain(text.toLowerCase());
    },
  );

  it('shows a realised profit in dollars, or in the token when the token has no price', () => {
    const realised = tokenAmount(25_000000n);
    expect(wordsOf(table([trade({ realised, realisedUsd: usd8(25_00000000n) })]))).toContain(
      '+$25',
    );
    expect(wordsOf(table([trade({ realised })]))).toContain('+25.00 USDC');
  });

  it('shows the account of each trade only when there are several accounts', () => {
    expect(wordsOf(table([trade()]))).not.toContain('Savings');
    const accounts = [account('0xa', 'Savings'), account('0xb', 'Trading')];
    const shown = wordsOf(table([trade(), trade({ account: '0xb' })], { accounts }));
    expect(shown).toContain('Savings');
    expect(shown).toContain('Trading');
  });

  it('shows the traded option without its amounts while amounts are hidden', () => {
    const shown = wordsOf(table([trade()], {}, true));
    expect(shown).toContain('Put $2,800 Bought · •••');
    expect(shown).not.toMatch(/100|1\.00/);
  });

  it('shows fifty trades at first, and fifty more when the user asks for them', async () => {
    const trades = Array.from({ length: 120 }, (_, i) =>
      trade({ row: { ...PUT, key: `k${i}`, strikes: [toPrice8(2000 + i)] } }),
    );
    const page = await openPage(
      <TradeTable trades={trades} accounts={[]} networkFees={new Map()} />,
      { snapshot: { vault: UNLOCKED } },
    );
    const count = () => page.html().match(/data-trade=/g)?.length;
    expect(count()).toBe(50);
    await page.click('Show 70 more');
    expect(count()).toBe(100);
    await page.click('Show 20 more');
    expect(count()).toBe(120);
    expect(page.words()).not.toContain('more');
  });
});
