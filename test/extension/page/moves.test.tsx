import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { isOneForOne } from '../../../components/approvals/describe-moves.ts';
import { Moves } from '../../../components/approvals/Moves.tsx';

const moves = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => ({
    kind: 'token' as const,
    token: `0x${n.toString(16).padStart(40, '0')}`,
    symbol: `${name}${n}`,
    decimals: 0,
    units: '1',
  }));

describe('the movements of a transaction', () => {
  it('shows eight incoming assets, and folds and counts the further assets', () => {
    const html = renderToStaticMarkup(<Moves leaves={[]} arrives={moves(200, 'GAIN')} />);
    const [shown = ''] = html.split('<details');
    expect(shown).toContain('GAIN7');
    expect(shown).not.toContain('GAIN8');
    expect(html).toContain('and 192 more assets');
    expect(html).toContain('GAIN199');
  });

  it('shows every outgoing asset', () => {
    const html = renderToStaticMarkup(<Moves leaves={moves(30, 'LOSS')} arrives={[]} />);
    expect(html).toContain('LOSS29');
    expect(html).not.toContain('<details');
  });

  describe('a conversion at one to one', () => {
    const ether = (units: string) => ({ kind: 'coin' as const, symbol: 'ETH', units });
    const token = (symbol: string, units: string, decimals = 18) => ({
      ...{ kind: 'token' as const, token: `0x${'aa'.repeat(20)}`, symbol, decimals, units },
    });
    const shown = (...[leaves, arrives]: Parameters<typeof isOneForOne>) =>
      [
        ...renderToStaticMarkup(<Moves leaves={[leaves]} arrives={[arrives]} />).matchAll(
          /whitespace-nowrap">([^<]+)/g,
        ),
      ].map((found) => found[1]);

    it('shows one amount for both sides of a conversion, even if the pool’s rounding removes two units', () => {
      const both = ['0.123457', '0.123457'];
      const [exact, less] = ['123456789012345678', '123456789012345676'];
      expect(shown(ether(exact), token('WETH', exact))).toEqual(both);
      expect(shown(token('WETH', exact), ether(exact))).toEqual(both);
      expect(shown(token('WETH', exact), token('aBasWETH', less))).toEqual(both);
    });

    it('shows both amounts of a conversion that gains a unit or loses more than two, or whose units are all visible', () => {
      expect(shown(ether('123456789012345678'), token('WETH', '123456789012345675'))).toEqual([
        '0.123457',
        '0.123456',
      ]);
      expect(shown(ether('123456789012345678'), token('WETH', '123456789012345679'))).toEqual([
        '0.123457',
        '0.123456',
      ]);
      expect(shown(token('USDC', '2000000002', 6), token('aBasUSDC', '2000000001', 6))).toEqual([
        '2,000.000002',
        '2,000.000001',
      ]);
      expect(shown(token('ONE', '2', 0), token('TWO', '1', 0))).toEqual(['2', '1']);
    });
  });

  it('leaves out “You receive” when the net amount includes the premium', () => {
    const [locked] = moves(1, 'USDC');
    if (locked === undefined) return expect.unreachable();
    const [why, source] = [{ code: 'locked' }, { code: 'netPremium' }] as const;
    const note = { code: 'net', leaves: '2000', why, arrives: '2', source } as const;
    const html = renderToStaticMarkup(<Moves leaves={[{ ...locked, note }]} arrives={[]} />);
    expect(html).toContain('premium after the fee');
    expect(html).not.toContain('You receive');
    const other = renderToStaticMarkup(<Moves leaves={[locked]} arrives={[]} />);
    expect(other).toContain('You receive');
  });
});
