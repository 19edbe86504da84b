import { describe, expect, it } from 'vitest';
import { noticeOf } from '../../../../entrypoints/background/alerts/alert-texts.ts';
import type { AlertFound, AlertRule } from '../../../../shared/messages/alerts.ts';
import { NOW } from '../../../shared/desk/desk-rows.ts';

const position = {
  account: '0x1111111111111111111111111111111111111111',
  key: '0x2222222222222222222222222222222222222222:buyer',
  expiry: NOW,
} as const;
const USDC = { units: '123456789', symbol: 'USDC', decimals: 6 };
const textOf = (rule: AlertRule, found: AlertFound, areHidden: boolean) => {
  const { title, text } = noticeOf(rule, found, { now: NOW * 1000, areHidden });
  return `${title} ${text}`;
};

describe('a notification while amounts are hidden', () => {
  it.each([
    [
      'value',
      { kind: 'value', position, direction: 'above', value: '1' },
      { kind: 'value', value: '12345678900', spot: '300000000000' },
    ],
    ['payout', { kind: 'settlement', position }, { kind: 'settlement', payout: USDC }],
    [
      'allowance',
      { kind: 'allowance', account: position.account },
      { kind: 'allowance', left: [USDC] },
    ],
  ] as const)('doesn’t name the user’s %s', (_, rule, found) => {
    expect(textOf(rule as AlertRule, found as AlertFound, false)).toContain('123.45');
    expect(textOf(rule as AlertRule, found as AlertFound, true)).not.toContain('123');
  });
});
