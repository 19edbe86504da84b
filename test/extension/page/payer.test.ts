import { describe, expect, it } from 'vitest';
import {
  payersFor,
  suggestedPayer,
} from '../../../components/screens/wallet/smart-accounts/payer.ts';

const OWN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const account = (address: string, wei?: bigint, code: 'none' | 'foreign' = 'none') => ({
  address,
  name: address,
  code,
  ...(wei === undefined ? {} : { wei: wei.toString() }),
});
const ETHER = 10n ** 18n;
const suggested = (...accounts: ReturnType<typeof account>[]) =>
  suggestedPayer(OWN, payersFor(OWN, accounts))?.address;

describe('the payer of a change of code', () => {
  it('chooses the account itself as payer if it has enough coins', () => {
    expect(suggested(account('0xa', 5n * ETHER), account(OWN.toLowerCase(), ETHER))).toBe(
      OWN.toLowerCase(),
    );
  });

  it('chooses the richest other account if the account has almost no coins', () => {
    expect(suggested(account(OWN, 1n), account('0xa', 1n), account('0xb', ETHER))).toBe('0xb');
    expect(suggested(account(OWN), account('0xa', ETHER))).toBe('0xa');
  });

  it('chooses the account itself if no other account has any coins', () => {
    expect(suggested(account(OWN, 1n), account('0xa'), account('0xb', 0n))).toBe(OWN);
  });

  it('never chooses another account with foreign code, because that code would take the coins', () => {
    expect(suggested(account(OWN, 1n, 'foreign'), account('0xa', ETHER, 'foreign'))).toBe(OWN);
  });

  it('returns no payer if no account has any coins', () => {
    expect(suggested(account(OWN, 0n), account('0xa'))).toBeUndefined();
  });
});
