import { describe, expect, it } from 'vitest';
import { AskNew } from '../../../components/screens/trade/quotations/AskNew.tsx';
import { readForm, triedRequest } from '../../../components/screens/trade/quotations/asked.ts';
import { firstLimit } from '../../../components/screens/trade/quotations/first-limit.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { onPage } from '../helpers/on-page.tsx';

const nothing = () => undefined;

describe('the form for an option that nobody quotes', () => {
  it('starts the form with one contract', () => {
    const html = onPage(<AskNew onBack={nothing} onPositions={nothing} />, {
      selected: '0x1',
      activity: { count: 0, version: '1', pending: 0 },
    });
    expect(html).toMatch(/<input[^>]*value="1"/);
  });
});

describe('what is asked before makers are asked', () => {
  it('doesn’t depend on a limit, which is absent for an option without a value', () => {
    const form = {
      asset: 'ETH',
      product: 'PUT',
      isBuyer: false,
      strikes: ['2311'],
      expiry: '',
      size: '1',
      limit: undefined,
    } as const;
    const now = unixSeconds(1_800_000_000);
    const asked = readForm(form, { view: undefined, now, areHidden: false });
    expect(asked.limit).toBeUndefined();
    expect(triedRequest(asked, '0x1', 10)).toMatchObject({
      strikes: [231_100000000n],
      side: 'seller',
      window: 600,
    });
    const typed = readForm({ ...form, limit: '5' }, { view: undefined, now, areHidden: false });
    expect(triedRequest(typed, '0x1', 10)).toEqual(triedRequest(asked, '0x1', 10));
  });

  it('begins without a limit rather than with one of zero', () => {
    expect(firstLimit(0n, true, 6)).toBe('');
    expect(firstLimit(12_345678n, true, 6)).toBe('12.34');
    expect(firstLimit(12_345678n, false, 6)).toBe('12.35');
  });
});
