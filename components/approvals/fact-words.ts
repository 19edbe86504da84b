import type {
  AmountFact,
  CoinFact,
  TokenFact,
  TradedFact,
} from '../../shared/approvals/facts/amounts.ts';
import type { CallFacts } from '../../shared/approvals/facts/call-facts.ts';
import type { CheckFact } from '../../shared/approvals/facts/checks.ts';
import type { DangerFact } from '../../shared/approvals/facts/dangers.ts';
import { hasAddressForm } from '../../shared/chain/address-form.ts';
import type { KnownAddress } from '../../shared/chain/receiver.ts';
import { shortAddress } from '../../shared/format.ts';
import { nameOfKnown } from '../texts/receiver-text.ts';
import { coinAmount, tokenName, wholeAmount } from './describe-amounts.ts';

type MemberOf<Fact> = Fact extends Fact ? keyof Fact : never;

/** Names that texts can contain: members of facts, and values that pages compute from them. */
type Name =
  | MemberOf<CallFacts | CheckFact | DangerFact>
  | ('address' | 'count' | 'decimals' | 'product' | 'said' | 'simulated')
  | ('name' | 'symbol' | 'time' | 'token' | 'what' | 'who');

export type Words = Readonly<Record<Name, string | number>>;

/**
 * Returns a fact's members for its text: addresses shortened, amounts exact. A text may contain
 * only members of its own fact (`describe-facts.test.ts`).
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
