import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Moves } from '../../../components/approvals/Moves.tsx';

const moves = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => ({
    kind: 'token' as const,
    token: `0x${n.toString(16).padStart(40, '0')}`,
    symbol: `${name}${n}`,
    decimals: 0,
    units: '1',
  }));

describe('what moves', () => {
  it('folds arrivals after the eighth, and shows how many more there are', () => {
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

  it('doesn’t say that nothing arrives when the net amount has the premium in it', () => {
    const [locked] = moves(1, 'USDC');
    if (locked === undefined) return expect.unreachable();
    const [why, whence] = [{ code: 'locked' }, { code: 'net premium' }] as const;
    const note = { code: 'net', leaves: '2000', why, arrives: '2', whence } as const;
    const html = renderToStaticMarkup(<Moves leaves={[{ ...locked, note }]} arrives={[]} />);
    expect(html).toContain('premium after the fee');
    expect(html).not.toContain('You receive');
    const other = renderToStaticMarkup(<Moves leaves={[locked]} arrives={[]} />);
    expect(other).toContain('You receive');
  });
});
