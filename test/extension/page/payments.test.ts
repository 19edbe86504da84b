import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signedUsdText } from '../../../components/texts/numbers.ts';
import { getText, getUsd, payCoin, payText, payUsd } from '../../../components/texts/payments.ts';
import { moneyText, paidText, profitText } from '../../../components/texts/position-texts.ts';

const USDC = { symbol: 'USDC', decimals: 6 };
const WETH = { symbol: 'WETH', decimals: 18 };

describe('the shown amount of a payment', () => {
  it('rounds up what the user pays and rounds down what the user receives, in tokens, dollars and coins', () => {
    expect([payText(30_746_340n, USDC), getText(30_746_340n, USDC)]).toEqual(['30.75', '30.74']);
    expect([payUsd(30_74634000n), getUsd(30_74634000n)]).toEqual(['$30.75', '$30.74']);
    expect(payText(1_234_567_000_000_000n, WETH)).toBe('0.001235');
    expect(getText(1_234_567_000_000_000n, WETH)).toBe('0.001234');
    expect(payCoin(1_234_567_000_000_000n)).toBe('0.001235');
    expect(payCoin(1n)).toBe('<0.000001');
    // A negative payment is an incoming amount.
    expect(payUsd(-30_74634000n)).toBe('−$30.74');
  });

  it('rounds an outgoing amount up and an incoming amount down by less than a cent', () => {
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

describe('an amount on different screens', () => {
  it('rounds an amount the same way on every screen, and by at most one cent more when the user pays it than when the user receives it', () => {
    const token = { ...USDC, address: '0x1' };
    const cents = (text: string) => BigInt(text.replaceAll(/[^\d]/g, ''));
    fc.assert(
      fc.property(fc.bigInt({ min: 10_000n, max: 10n ** 13n }), (amount) => {
        const shown = [
          ...[payText(amount, USDC), paidText(amount, token), payUsd(amount * 100n)],
          ...[profitText(-amount, token), signedUsdText(-amount * 100n)],
        ].map(cents);
        const got = [
          ...[getText(amount, USDC), moneyText(amount, token), getUsd(amount * 100n)],
          ...[profitText(amount, token), signedUsdText(amount * 100n)],
        ].map(cents);
        expect(new Set(shown).size).toBe(1);
        expect(new Set(got).size).toBe(1);
        const [cost = 0n, proceeds = 0n] = [shown[0], got[0]];
        expect(cost - proceeds).toBe(amount % 10_000n === 0n ? 0n : 1n);
      }),
    );
  });

  it('shows two digits of an amount below a cent, and rounds costs up and proceeds down', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 9_999n }), (units) => {
        const [cost, proceeds] = [payText(units, USDC), getText(units, USDC)].map(Number);
        const exact = Number(units) / 1e6;
        expect(cost).toBeGreaterThanOrEqual(exact);
        expect(proceeds).toBeLessThanOrEqual(exact);
        expect((cost ?? 0) / (proceeds ?? 1)).toBeLessThan(1.11);
      }),
    );
  });
});
