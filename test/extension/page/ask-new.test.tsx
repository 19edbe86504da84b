import { describe, expect, it } from 'vitest';
import { AskNew } from '../../../components/screens/trade/quotations/AskNew.tsx';
import { readForm, triedRequest } from '../../../components/screens/trade/quotations/asked.ts';
import { firstLimit } from '../../../components/screens/trade/quotations/first-limit.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { onPage } from '../helpers/on-page.tsx';

const nothing = () => undefined;

describe('the form for an option that no maker quotes', () => {
  it('starts the form with one contract', () => {
    const html = onPage(<AskNew onBack={nothing} onPositions={nothing} />, {
      selected: '0x1',
      activity: { count: 0, version: '1', pending: 0 },
    });
    expect(html).toMatch(/<input[^>]*value="1"/);
  });
});

describe('the suggested limit of the form', () => {
  it('requests the same option whether or not the form has a limit', () => {
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

  it('leaves the limit empty instead of starting with a limit of zero', () => {
    expect(firstLimit(0n, true, 6)).toBe('');
    expect(firstLimit(12_345678n, true, 6)).toBe('12.34');
    expect(firstLimit(12_345678n, false, 6)).toBe('12.35');
  });
});
