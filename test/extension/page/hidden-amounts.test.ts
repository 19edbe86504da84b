import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutNumbers } from '../../../components/hooks/use-hidden-amounts.ts';

it.each([
  ['$1,234.56', '$•••'],
  ['1.234,56 $', '••• $'],
  ['+0.5 WETH', '••• WETH'],
  ['−$3.01', '$•••'],
  ['−<$0.01', '<$•••'],
  ['-3.5 USDC', '••• USDC'],
  ['expires 2026-11-29', 'expires •••-•••-•••'],
  ['−3,01 $ (+5 %)', '••• $ (••• %)'],
  ['12,000 USDC → 11,998.5 aBasUSDC', '••• USDC → ••• aBasUSDC'],
  ['Send 5 USDC to 0x12ab…34cd', 'Send ••• USDC to 0x12ab…34cd'],
  ['Connect to app1.example', 'Connect to app1.example'],
])('hides the numbers, but not the digits inside words, in the text “%s”', (text, shown) => {
  expect(withoutNumbers(text)).toBe(shown);
});

it('shows the same placeholder for amounts of any size', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.constantFrom('en', 'de'),
      (amount, tag) => {
        expect(withoutNumbers(`${amount.toLocaleString(tag)} USDC`)).toBe('••• USDC');
      },
    ),
  );
});
