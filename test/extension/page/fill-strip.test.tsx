import { describe, expect, it } from 'vitest';
import { FillStrip } from '../../../components/screens/trade/ticket/FillStrip.tsx';
import type { FillView } from '../../../shared/messages/ticket.ts';
import { fillView } from '../../shared/orders/fill-view.ts';
import { onPage } from '../helpers/on-page.tsx';

const FAILED = fillView({ at: 1, stage: 'failed', failure: { code: 'locked' } });
const later = (change: Partial<FillView>): FillView => {
  const { failure: _failure, ...rest } = FAILED;
  return { ...rest, id: 'two', at: 2, stage: 'indexed', ...change };
};

const strip = (...fills: FillView[]) =>
  onPage(<FillStrip onOpen={() => undefined} />, { fills, selected: '0x2' });

it('a line appears for a fill that an unexpected error interrupted', () => {
  const html = strip(fillView({ stage: 'checking', interrupted: { code: 'unexpected' } }));
  expect(html).toContain('stopped between two steps');
});

describe('the line about a failed fill', () => {
  it('says that the order wasn’t filled, and offers to show the reason', () => {
    expect(strip(FAILED)).toContain('wasn’t filled, see why');
  });

  it('the line about a failed fill disappears once a later try of the fill was mined', () => {
    expect(strip(later({}), FAILED)).toBe('');
  });

  it('the line about a second try disappears once the first fill was mined after all', () => {
    const second = { ...FAILED, failure: { code: 'minedAfterAll' as const } };
    expect(strip(later({ at: 0 }), second)).toBe('');
  });

  it.each<[string, Partial<FillView>]>([
    ['was mined before', { at: 0 }],
    ['isn’t mined yet', { stage: 'fill sent' }],
    ['is for a different product', { product: 'INVERSE_CALL' }],
    ['has a different strike', { strikes: ['310000000000'] }],
    ['has a different expiry', { expiry: FAILED.expiry + 86_400 }],
    ['needs a different token', { token: { ...FAILED.token, symbol: 'WETH' } }],
    ['is another account’s', { account: '0x3' }],
  ])('still shows a line about a failed or running fill when another fill %s', (_, change) => {
    const html = strip(later(change), FAILED);
    expect(html).toContain(change.stage === undefined ? 'see why' : 'in progress');
  });
});
