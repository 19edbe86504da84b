import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { BalanceRow } from '../../../components/screens/wallet/home/BalanceRow.tsx';
import { TotalCard } from '../../../components/screens/wallet/home/TotalCard.tsx';
import type { BalanceView, PortfolioView } from '../../../shared/messages/portfolio.ts';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import type { PositionsView } from '../../../shared/positions/position-view.ts';
import { cents, tokenAmount } from '../../../shared/units.ts';
import { POSITIONS, PUT } from '../../gallery/samples/positions.ts';
import { ACCOUNT, address, snapshotWith, WATCHED } from '../../gallery/samples/snapshot.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, buttonsOf, factsOf, wordsOf } from '../helpers/read-markup.ts';

const SNAPSHOT = snapshotWith({});
const { portfolio: PORTFOLIO = expect.unreachable() } = SNAPSHOT;
const balanceOf = (symbol: string): BalanceView =>
  PORTFOLIO.balances.find((one) => one.symbol === symbol) ?? expect.unreachable();

describe('the balance of an asset', () => {
  const row = (balance: BalanceView, change: Partial<WalletSnapshot> = {}) =>
    onPage(<BalanceRow balance={balance} />, snapshotWith(change));

  it('shows the amount and value of an asset, and offers the exact amount for copying', () => {
    const html = row(balanceOf('USDC'));
    expect(wordsOf(html)).toBe('USDC USD Coin 12,450.31 $12,450.31');
    expect(html).toContain('data-exact="12450.31"');
    expect(html).toContain('title="12450.31 USDC"');
  });

  it('shows a dash for a value that is unknown', () => {
    expect(wordsOf(row(balanceOf('cbBTC')))).toBe('cbBTC Coinbase Wrapped BTC 0.042 —');
  });

  it('shows a receipt under its asset’s name, with the interest rate and a button to convert the receipt back', () => {
    const html = row(balanceOf('aBasUSDC'));
    expect(wordsOf(html)).toContain('USDC Lent out through Aave, currently 3.1% a year');
    expect(buttonNamesOf(html)).toEqual(['Back to USDC']);
  });

  it('offers no conversion of a receipt for a watched account or an empty balance', () => {
    expect(buttonNamesOf(row(balanceOf('aBasUSDC'), { selected: WATCHED }))).toEqual([]);
    expect(buttonNamesOf(row({ ...balanceOf('aBasUSDC'), amount: tokenAmount(0n) }))).toEqual([]);
  });

  it('names the network of a coin that isn’t on Base', () => {
    const coin = { ...balanceOf('ETH'), chainId: 10, network: 'OP Mainnet' };
    expect(wordsOf(row(coin))).toContain('Ether on OP Mainnet');
    expect(wordsOf(row(balanceOf('ETH')))).not.toContain(' on ');
  });

  it('warns of a token that has a known name but a different address', () => {
    const fake = { ...balanceOf('USDC'), token: address('de') };
    expect(wordsOf(row(fake))).toContain('Not the real USDC');
    expect(wordsOf(row(balanceOf('USDC')))).not.toContain('Not the real');
  });

  it('shows no digit of a hidden amount, neither on hover nor when copied', () => {
    const html = row(balanceOf('USDC'), { areAmountsHidden: true });
    expect(html).not.toMatch(/12[.,]?450/);
    expect(wordsOf(html)).toBe('USDC USD Coin ••• $•••');
  });

  it('writes amounts with German marks in German', () => {
    expect(wordsOf(inGerman(() => row(balanceOf('USDC'))))).toContain('12.450,31');
  });
});

describe('the total of an account', () => {
  const card = (
    portfolio: PortfolioView | undefined = PORTFOLIO,
    {
      view = { rows: [] },
      snapshot = {},
      isReadable = true,
      isRunning = false,
    }: {
      /** The last read portfolio; `null` before the first answer. */
      view?: PositionsView | null;
      snapshot?: Partial<WalletSnapshot>;
      isReadable?: boolean;
      isRunning?: boolean;
    } = {},
  ) => {
    const queries = new QueryClient();
    if (view !== null) queries.setQueryData(['positions', ACCOUNT, undefined], view);
    return onPage(
      <TotalCard
        account={ACCOUNT}
        portfolio={portfolio}
        refresh={{ isRunning, run: () => undefined }}
        isReadable={isReadable}
        now={PORTFOLIO.at + 120_000}
        onOpen={() => undefined}
      />,
      snapshotWith(snapshot),
      queries,
    );
  };
  const total = (html: string) => wordsOf(/data-testid="total">(.*?)<\/p>/s.exec(html)?.[1] ?? '');

  it('shows the total of the tokens, and when it was updated, while there are no positions', () => {
    const html = card();
    expect(total(html)).toBe('$18,628.11');
    expect(wordsOf(html)).toContain('Updated 2 min ago');
    expect(factsOf(html)).toEqual([]);
  });

  it('adds the positions to the total, and shows the parts of the total', () => {
    const [put = expect.unreachable()] = POSITIONS.rows;
    const html = card(PORTFOLIO, { view: { rows: [put] } });
    expect(total(html)).toBe('$18,724.11');
    expect(factsOf(html)).toEqual([
      ['Tokens', '$18,628.11'],
      ['Positions (if sold now)', '+$96.00'],
    ]);
  });

  it('shows how many positions have an unknown value', () => {
    const [put = expect.unreachable()] = POSITIONS.rows;
    const { model: _model, worth: _worth, ...unknown } = put;
    const html = card(PORTFOLIO, { view: { rows: [unknown, put] } });
    expect(total(html)).toBe('$18,724.11');
    expect(wordsOf(html)).toContain('Without 1 position of unknown value');
  });

  it('shows a dash instead of zero for positions and collateral without any known value', () => {
    const [put = expect.unreachable()] = POSITIONS.rows;
    const { model: _model, worth: _worth, ...unknown } = put;
    const html = card(PORTFOLIO, { view: { rows: [unknown, { ...unknown, side: 'seller' }] } });
    expect(total(html)).toBe('—');
    expect(factsOf(html)).toEqual([
      ['Tokens', '$18,628.11'],
      ['Positions (if sold now)', '—'],
      ['Locked collateral', '—'],
    ]);
    expect(wordsOf(html)).toContain('Without 2 positions of unknown value');
  });

  it.each<[string, PositionsView | null]>([
    ['before the first answer', null],
    ['while neither indexer nor chain answered', { rows: [], trouble: 'unreachable' }],
    [
      'while the chain is being read',
      { rows: [], trouble: 'none', chain: { isReading: true, canLookFurther: true } },
    ],
  ])('the total is a dash instead of the tokens’ value alone %s', (_, view) => {
    const html = card(PORTFOLIO, { view });
    expect(total(html)).toBe('—');
    expect(factsOf(html)).toEqual([
      ['Tokens', '$18,628.11'],
      ['Positions (if sold now)', '—'],
    ]);
    expect(wordsOf(html)).toContain('The positions aren’t read yet, so the total is unknown.');
  });

  it('leaves out positions that the chain contradicts', () => {
    const [put = expect.unreachable()] = POSITIONS.rows;
    expect(
      total(card(PORTFOLIO, { view: { rows: [{ ...put, verification: 'disagrees' }] } })),
    ).toBe('$18,628.11');
  });

  it('says that tokens without a price are missing from the total', () => {
    expect(wordsOf(card())).toContain('excluding tokens without a known price');
    const priced = PORTFOLIO.balances.filter(({ usdCents }) => usdCents !== undefined);
    expect(wordsOf(card({ ...PORTFOLIO, balances: priced }))).not.toContain(
      'without a known price',
    );
  });

  it('shows a dash, and whether the balances are loading, before the first balances are read', () => {
    const html = (isReadable: boolean) =>
      wordsOf(
        onPage(
          <TotalCard
            account={ACCOUNT}
            portfolio={undefined}
            refresh={{ isRunning: true, run: () => undefined }}
            isReadable={isReadable}
            now={0}
            onOpen={() => undefined}
          />,
          snapshotWith({}),
        ),
      );
    expect(html(true)).toMatch(/— .*loading balances…/);
    expect(html(false)).toMatch(/— .*not loaded/);
  });

  it('shows the owner of an empty account the first steps, beginning with receiving money', () => {
    const empty = { ...PORTFOLIO, totalUsdCents: cents(0n), balances: [] };
    expect(wordsOf(card(empty))).toContain('To trade, receive USDC on Base');
    expect(wordsOf(card())).not.toContain('To trade, receive');
  });

  it('hides the total and its parts while amounts are hidden', () => {
    const html = card(PORTFOLIO, {
      view: { rows: [PUT] },
      snapshot: { areAmountsHidden: true },
    });
    expect(total(html)).toBe('$•••');
    expect(html).not.toMatch(/18[.,]?\d{3}/);
  });

  it('disables the refresh button while the balances are being read', () => {
    const refresh = (html: string) =>
      buttonsOf(html).find(({ name }) => name === 'Refresh balances')?.isDisabled;
    expect(refresh(card(PORTFOLIO, { isRunning: true }))).toBe(true);
    expect(refresh(card())).toBe(false);
  });
});
