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
  it('the payer of a change of code is the account itself if it has enough coins', () => {
    expect(suggested(account('0xa', 5n * ETHER), account(OWN.toLowerCase(), ETHER))).toBe(
      OWN.toLowerCase(),
    );
  });

  it('the payer of a change of code is the richest other account where the account has next to nothing', () => {
    expect(suggested(account(OWN, 1n), account('0xa', 1n), account('0xb', ETHER))).toBe('0xb');
    expect(suggested(account(OWN), account('0xa', ETHER))).toBe('0xa');
  });

  it('the payer of a change of code is the account itself if no other account has any coins', () => {
    expect(suggested(account(OWN, 1n), account('0xa'), account('0xb', 0n))).toBe(OWN);
  });

  it('the payer of a change of code isn’t another account with foreign code, which would take its coins', () => {
    expect(suggested(account(OWN, 1n, 'foreign'), account('0xa', ETHER, 'foreign'))).toBe(OWN);
  });

  it('the payer of a change of code is missing if no account has any coins', () => {
    expect(suggested(account(OWN, 0n), account('0xa'))).toBeUndefined();
  });
});
