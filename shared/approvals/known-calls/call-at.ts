import type { Hex } from 'viem';
import { bookCalls } from './book.ts';
import type { KnownCall } from './known-call.ts';
import { multicalls } from './multicall.ts';
import { optionCalls } from './option.ts';
import { tokenCalls } from './token.ts';

const CALLS: readonly KnownCall[] = [...bookCalls, ...optionCalls, ...tokenCalls, ...multicalls];

/** Returns the known function of a selector. */
export function callAt(selector: Hex): KnownCall | undefined {
  return CALLS.find((call) => call.selector === selector);
}
