import { type ChainContext, chainContext } from '../../../shared/chain/chain-context.ts';
import type { SignedView } from '../../../shared/messages/approval-view.ts';
import type { ApprovalCheck, ApprovalRow } from '../worded.ts';

export interface SignedDescription {
  readonly sentence: string;
  readonly rows: readonly ApprovalRow[];
  readonly checks: readonly ApprovalCheck[];
  readonly refusal?: string;
  readonly danger?: string;
}

export interface SignedContext {
  readonly account: string;
  readonly view: SignedView;
  readonly chain: ChainContext;
}

export function contextOf(account: string, view: SignedView): SignedContext {
  const { chainId, coin, tokens = [] } = view;
  const named = (address: string) =>
    tokens.find((token) => token.address.toLowerCase() === address.toLowerCase());
  return { account, view, chain: chainContext(chainId, coin, named) };
}
