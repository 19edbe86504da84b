import { erc20Abi } from '../../chain/abi/erc20.ts';
import { tokenCallsAbi } from '../../chain/abi/token-calls.ts';
import { tokenAt } from '../../chain/tokens.ts';
import { tokenAmount } from '../../units.ts';
import { type CallContext, functionOf } from './descriptor.ts';
import { type KnownCall, knownCall } from './known-call.ts';

/** Only the known contract's `deposit` is wrapping; elsewhere it may mean anything. */
const isWrappedEther = ({ to }: CallContext) => tokenAt(to)?.symbol === 'WETH';

/** ERC-20, ERC-721, ERC-1155 and wrapped Ether. */
export const tokenCalls: readonly KnownCall[] = [
  knownCall(functionOf(erc20Abi, 'approve'), ([spender, amount], { to }) => ({
    kind: 'approve',
    token: to,
    spender,
    amount: tokenAmount(amount),
  })),
  knownCall(tokenCallsAbi.increaseAllowance, ([spender, amount], { to }) => ({
    kind: 'increase allowance',
    token: to,
    spender,
    amount: tokenAmount(amount),
  })),
  knownCall(tokenCallsAbi.permit, ([owner, spender, amount, deadline], { to }) => ({
    kind: 'permit',
    token: to,
    owner,
    spender,
    amount: tokenAmount(amount),
    deadline,
  })),
  knownCall(functionOf(erc20Abi, 'transfer'), ([receiver, amount], { to }) => ({
    kind: 'transfer',
    token: to,
    to: receiver,
    amount: tokenAmount(amount),
  })),
  knownCall(functionOf(erc20Abi, 'transferFrom'), ([from, receiver, amount], { to }) => ({
    kind: 'transfer from',
    token: to,
    from,
    to: receiver,
    amount: tokenAmount(amount),
  })),
  knownCall(tokenCallsAbi.setApprovalForAll, ([operator, isAllowed], { to }) => ({
    kind: 'allow all',
    token: to,
    operator,
    isAllowed,
  })),
  knownCall(tokenCallsAbi.transferItem, ([from, receiver, item], { to }) => ({
    kind: 'transfer item',
    token: to,
    from,
    to: receiver,
    item,
    count: 1n,
  })),
  knownCall(tokenCallsAbi.transferItemWithData, ([from, receiver, item], { to }) => ({
    kind: 'transfer item',
    token: to,
    from,
    to: receiver,
    item,
    count: 1n,
  })),
  knownCall(tokenCallsAbi.transferItems, ([from, receiver, item, count], { to }) => ({
    kind: 'transfer item',
    token: to,
    from,
    to: receiver,
    item,
    count,
  })),
  knownCall(tokenCallsAbi.deposit, (_, context) =>
    isWrappedEther(context)
      ? { kind: 'wrap', token: context.to, amount: tokenAmount(context.value) }
      : undefined,
  ),
  knownCall(tokenCallsAbi.withdraw, ([amount], context) =>
    isWrappedEther(context)
      ? { kind: 'unwrap', token: context.to, amount: tokenAmount(amount) }
      : undefined,
  ),
];
