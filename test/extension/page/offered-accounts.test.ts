import { describe, expect, it } from 'vitest';
import {
  chosenAtFirst,
  usedFirst,
} from '../../../components/screens/vault/add-wallet/offered-accounts.ts';

const offered = (address: string, isHeld = false) => ({ address, isHeld, index: 0 });
const ACCOUNTS = [offered('first'), offered('second'), offered('ledger'), offered('old')];
const ETHER = { symbol: 'ETH', decimals: 18, units: '1' };
const USES = [
  { address: 'first', sent: 0, balances: [] },
  { address: 'ledger', sent: 2, balances: [] },
  { address: 'old', sent: 0, balances: [ETHER] },
];

describe('the accounts of a phrase', () => {
  it('keeps the given order of accounts until the wallet knows which accounts are in use', () => {
    expect(usedFirst(ACCOUNTS, undefined)).toEqual(ACCOUNTS);
    expect([...chosenAtFirst(ACCOUNTS, undefined)]).toEqual(['first']);
  });

  it('lists accounts with a history or a balance first, and suggests them', () => {
    expect(usedFirst(ACCOUNTS, USES).map(({ address }) => address)).toEqual([
      'ledger',
      'old',
      'first',
      'second',
    ]);
    expect([...chosenAtFirst(ACCOUNTS, USES)]).toEqual(['ledger', 'old']);
  });

  it('suggests the first account when none is in use', () => {
    expect([...chosenAtFirst(ACCOUNTS, [])]).toEqual(['first']);
  });

  it('never suggests an account that the vault has', () => {
    const held = [offered('first', true), offered('second'), offered('ledger', true)];
    expect([...chosenAtFirst(held, USES)]).toEqual([]);
    expect([...chosenAtFirst([...held, offered('old')], USES)]).toEqual(['old']);
  });
});
