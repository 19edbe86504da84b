import { describe, expect, it } from 'vitest';
import { PositionTotals } from '../../../components/screens/holdings/PositionTotals.tsx';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { usd8 } from '../../../shared/units.ts';
import { POSITIONS, PUT } from '../../gallery/samples/positions.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { factsOf, wordsOf } from '../helpers/read-markup.ts';

const [, , SETTLED = expect.unreachable()] = POSITIONS.rows;

const totals = (rows: readonly PositionRow[], isEnded = false, areAmountsHidden = false) =>
  onPage(<PositionTotals rows={rows} isEnded={isEnded} />, snapshotWith({ areAmountsHidden }));
const words = (rows: readonly PositionRow[], isEnded = false) => wordsOf(totals(rows, isEnded));

describe('the totals of positions', () => {
  it('sums up value and profit in dollars, and counts the positions', () => {
    const [value, profit] = factsOf(totals([PUT, { ...PUT, key: 'b' }]));
    expect(value).toEqual(['Value now', '$192.00']);
    expect(profit?.[0]).toBe('P&L · 2 positions');
    expect(profit?.[1]).toContain('−$50.00');
  });

  it('lists each token with its payments, its value and its gain', () => {
    const cells = [...totals([PUT]).matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
      wordsOf(cell),
    );
    expect(cells).toEqual([
      ...['Token', 'Premium', 'Value now', 'P&L'],
      ...['USDC', '−120.00', '96.00', '−25.00'],
    ]);
  });

  it('calls the value of ended positions a payout, and doesn’t mention a sale', () => {
    const shown = words([SETTLED], true);
    expect(shown).toContain('Paid out $169.62');
    expect(shown).not.toContain('closing the position now');
    expect(words([PUT])).toContain('Values show what closing the position now would bring or cost');
  });

  it.each<[string, Partial<PositionRow>, string]>([
    [
      'contradicted positions',
      { verification: 'disagrees' },
      '1 position doesn’t match the chain and isn’t in the totals.',
    ],
    [
      'unchecked positions',
      { verification: 'notChecked' },
      '1 position in the totals hasn’t been compared with the chain yet.',
    ],
    [
      'unproven positions',
      { isMoneyProven: false },
      'For 1 position in the totals, only the indexer reports',
    ],
    [
      'received positions',
      { isReceived: true },
      'Its cost is unknown, so its P&L isn’t in the totals.',
    ],
  ])('explains which positions make the totals incomplete or uncertain: %s', (_, change, text) => {
    expect(words([PUT, { ...PUT, key: 'b', ...change }])).toContain(text);
    expect(words([PUT])).not.toContain(text);
  });

  it('never includes a position that the chain contradicts', () => {
    const [value] = factsOf(totals([PUT, { ...PUT, key: 'b', verification: 'disagrees' }]));
    expect(value).toEqual(['Value now', '$96.00']);
  });

  it('shows a dash when no value is known', () => {
    const { model: _model, worth: _worth, ...unknown } = PUT;
    const [value, profit] = factsOf(totals([unknown]));
    expect(value).toEqual(['Value now', '—']);
    expect(profit?.[1]).toBe('—');
    expect(words([unknown])).toContain('1 position of unknown value isn’t in the totals.');
  });

  it('hides every amount, even on hover, while amounts are hidden', () => {
    const staked = {
      ...PUT,
      model: { ...(PUT.model ?? expect.unreachable()), stakeUsd: usd8(12000000000n) },
    };
    const html = totals([staked], false, true);
    expect(wordsOf(totals([staked]))).toContain('−20.84%');
    expect(html).not.toMatch(/96\.00|25\.00|12[01]\.00/);
    expect(wordsOf(html)).toContain('$•••');
    // Percentages are hidden too, because their sign shows whether the position gains or loses.
    expect(wordsOf(html)).not.toMatch(/[+−\d]+(\.\d+)?%/);
  });

  it('formats totals in German', () => {
    expect(wordsOf(inGerman(() => totals([PUT])))).toContain('96,00');
  });
});
