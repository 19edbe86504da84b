import { describe, expect, it } from 'vitest';
import { noticeOf } from '../../../../entrypoints/background/alerts/alert-texts.ts';
import type { AlertFound, AlertRule } from '../../../../shared/messages/alerts.ts';
import { NOW } from '../../../shared/desk/desk-rows.ts';

const position = {
  account: '0x1111111111111111111111111111111111111111',
  option: '0x2222222222222222222222222222222222222222',
  side: 'buyer' as const,
  strikes: ['250000000000'],
  expiry: NOW,
};
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
  ] as const)('doesn’t mention the %s of the user’s position', (_, rule, found) => {
    expect(textOf(rule as AlertRule, found as AlertFound, false)).toContain('123.45');
    expect(textOf(rule as AlertRule, found as AlertFound, true)).not.toContain('123');
  });
});
