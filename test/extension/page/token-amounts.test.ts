import { describe, expect, it } from 'vitest';
import { describeMove } from '../../../components/approvals/describe-moves.ts';
import { describeRow } from '../../../components/approvals/describe-rows.ts';
import { cost, money, signedMoney } from '../../../components/screens/trade/ticket/ticket-texts.ts';
import { tokenText } from '../../../components/texts/numbers.ts';
import { profitText } from '../../../components/texts/position-texts.ts';

const USDC = { symbol: 'USDC', decimals: 6 };
const WETH = { symbol: 'WETH', decimals: 18 };

describe('an amount on the screens', () => {
  it('shows USDC amounts from one cent with two decimals and WETH amounts with six, and keeps the exact amount', () => {
    expect(tokenText(1_000_000_000000n, USDC)).toBe('1,000,000.00');
    expect(tokenText(4_999n, USDC)).toBe('0.0049');
    expect(tokenText(1_234_567_800_000_000_000n, WETH)).toBe('1.234567');
    expect(money(40_910407n, USDC)).toEqual({ text: '40.91 USDC', exact: '40.910407 USDC' });
  });

  it('shows the sign of a gain or loss in ticket, positions and approval', () => {
    const token = { ...USDC, address: '0x1' as const };
    expect(signedMoney(-40_910407n, USDC).text).toBe('−40.92 USDC');
    expect(signedMoney(40_919999n, USDC).text).toBe('+40.91 USDC');
    expect(profitText(-40_910407n, token)).toBe('−40.92 USDC');
    const value = { kind: 'amount', amount: { token, units: '40910407' } } as const;
    expect(describeRow({ label: 'maxLoss', value })).toMatchObject({
      value: '−40.910407 USDC',
      full: '−40.910407 USDC',
    });
    expect(describeRow({ label: 'maxProfit', value }).value).toBe('+40.910407 USDC');
    expect(describeRow({ label: 'premium', value }).value).toBe('40.910407 USDC');
  });

  it('rounds an outgoing amount up, and an incoming amount down', () => {
    expect(cost(40_910407n, USDC)).toEqual({ text: '40.92 USDC', exact: '40.910407 USDC' });
    expect(cost(40_910000n, USDC).text).toBe('40.91 USDC');
    expect(cost(4_999n, USDC).text).toBe('0.005 USDC');
    expect(cost(7_100_875_000_000_001n, WETH).text).toBe('0.007101 WETH');
    const token = { ...WETH, address: '0x1' as const };
    const amount = { token, units: '7100875000000001' };
    const rows = [
      { kind: 'amount', amount },
      { kind: 'amount', amount, isCost: true },
    ] as const;
    expect(rows.map((value) => describeRow({ label: 'premium', value }).value)).toEqual([
      '0.0071 WETH',
      '0.007101 WETH',
    ]);
    const move = { kind: 'token', token: '0x1', ...WETH, units: amount.units } as const;
    expect([describeMove(move).amount, describeMove(move, true).amount]).toEqual([
      '0.0071',
      '0.007101',
    ]);
  });
});
