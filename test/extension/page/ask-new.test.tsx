import { describe, expect, it } from 'vitest';
import { AskNew } from '../../../components/screens/quotations/AskNew.tsx';
import { onPage } from '../helpers/on-page.tsx';

const nothing = () => undefined;

describe('the form for an option that nobody quotes', () => {
  it.each([
    ['one contract', undefined, '1'],
    ['the size of a roll', '2.5', '2.5'],
  ])('starts with %s', (_, size, value) => {
    const given = size === undefined ? {} : { size };
    const html = onPage(<AskNew {...given} onBack={nothing} onPositions={nothing} />, {
      selected: '0x1',
      activity: { count: 0, version: '1', pending: 0 },
    });
    expect(html).toMatch(new RegExp(`<input[^>]*value="${value}"`));
  });
});
