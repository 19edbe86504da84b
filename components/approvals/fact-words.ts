import type {
  AmountFact,
  CoinFact,
  TokenFact,
  TradedFact,
} from '../../shared/approvals/facts/amounts.ts';
import { hasAddressForm } from '../../shared/chain/address-form.ts';
import type { KnownAddress } from '../../shared/chain/receiver.ts';
import { shortAddress } from '../../shared/format.ts';
import { nameOfKnown } from '../texts/receiver-text.ts';
import { coinAmount, tokenName, wholeAmount } from './describe-amounts.ts';

/** Members of facts that their texts can name. */
type Name =
  | (
      | 'account'
      | 'address'
      | 'book'
      | 'from'
      | 'operator'
      | 'owned'
      | 'owner'
      | 'router'
      | 'spender'
    )
  | ('target' | 'to' | 'token' | 'who' | 'known' | 'name' | 'symbol' | 'coin' | 'product')
  | ('amount' | 'held' | 'left' | 'needed' | 'what' | 'count' | 'decimals' | 'item' | 'time')
  | ('existing' | 'id' | 'paid')
  | ('least' | 'limit' | 'most' | 'next' | 'nonce' | 'price' | 'said' | 'simulated');

export type Words = Readonly<Record<Name, string | number>>;

/**
 * Returns a fact's members for its text: addresses short, amounts exact. A text names only members
 * of its own fact, which `describe-facts.test.ts` proves for each code.
 */
export function wordsOf(fact: object): Words {
  return Object.fromEntries(
    Object.entries(fact).map(([name, member]) => [name, wordOf(member)]),
  ) as Words;
}

function wordOf(
  member: string | number | boolean | AmountFact | CoinFact | TokenFact | KnownAddress | TradedFact,
): string | number {
  if (typeof member === 'string') return hasAddressForm(member) ? shortAddress(member) : member;
  if (typeof member !== 'object') return Number(member);
  if ('wei' in member) return coinAmount(member);
  if ('units' in member) return wholeAmount(member);
  if (!('address' in member)) return '';
  return 'kind' in member ? nameOfKnown(member) : tokenName(member);
}
