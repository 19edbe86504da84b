import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getText, getUsd, payCoin, payText, payUsd } from '../../../components/texts/payments.ts';

const USDC = { symbol: 'USDC', decimals: 6 };
const WETH = { symbol: 'WETH', decimals: 18 };

describe('an amount that is paid', () => {
  it('shows at least what leaves, and an amount that is received at most what arrives', () => {
    expect([payText(30_746_340n, USDC), getText(30_746_340n, USDC)]).toEqual(['30.75', '30.74']);
    expect([payUsd(30_74634000n), getUsd(30_74634000n)]).toEqual(['$30.75', '$30.74']);
    expect(payText(1_234_567_000_000_000n, WETH)).toBe('0.001235');
    expect(getText(1_234_567_000_000_000n, WETH)).toBe('0.001234');
    expect(payCoin(1_234_567_000_000_000n)).toBe('0.001235');
    expect(payCoin(1n)).toBe('<0.000001');
    // A payment below zero is received.
    expect(payUsd(-30_74634000n)).toBe('−$30.74');
  });

  it('differs from the exact amount by less than a cent', () => {
    const cents = (text: string) => BigInt(text.replaceAll(/[$.,]/g, ''));
    fc.assert(
      fc.property(fc.bigInt({ min: 10_000n, max: 10n ** 15n }), (amount) => {
        const [paid, received] = [cents(payText(amount, USDC)), cents(getText(amount, USDC))];
        expect(paid * 10_000n).toBeGreaterThanOrEqual(amount);
        expect(received * 10_000n).toBeLessThanOrEqual(amount);
        expect(paid - received).toBeLessThanOrEqual(1n);
      }),
    );
  });
});
