import { parseAbiItem } from 'viem';
import { tokenAt } from '../../orders/tokens.ts';
import { tokenAmount } from '../../units.ts';
import { type CallContext, type KnownCall, knownCall } from './known-call.ts';

/** Wrapping is understood at the known contract only: elsewhere `deposit` may be anything. */
const isWrappedEther = ({ to }: CallContext) => tokenAt(to)?.symbol === 'WETH';

/** ERC-20, ERC-721, ERC-1155 and wrapped Ether. */
export const tokenCalls: readonly KnownCall[] = [
  knownCall(
    parseAbiItem('function approve(address spender, uint256 amount)'),
    ([spender, amount], { to }) => ({
      kind: 'approve',
      token: to,
      spender,
      amount: tokenAmount(amount),
    }),
  ),
  knownCall(
    parseAbiItem('function increaseAllowance(address spender, uint256 addedValue)'),
    ([spender, amount], { to }) => ({
      kind: 'increase allowance',
      token: to,
      spender,
      amount: tokenAmount(amount),
    }),
  ),
  knownCall(
    parseAbiItem('function transfer(address to, uint256 amount)'),
    ([receiver, amount], { to }) => ({
      kind: 'transfer',
      token: to,
      to: receiver,
      amount: tokenAmount(amount),
    }),
  ),
  knownCall(
    parseAbiItem('function transferFrom(address from, address to, uint256 amount)'),
    ([from, receiver, amount], { to }) => ({
      kind: 'transfer from',
      token: to,
      from,
      to: receiver,
      amount: tokenAmount(amount),
    }),
  ),
  knownCall(
    parseAbiItem('function setApprovalForAll(address operator, bool approved)'),
    ([operator, isAllowed], { to }) => ({ kind: 'allow all', token: to, operator, isAllowed }),
  ),
  knownCall(
    parseAbiItem('function safeTransferFrom(address from, address to, uint256 tokenId)'),
    ([from, receiver, item], { to }) => ({
      kind: 'transfer item',
      token: to,
      from,
      to: receiver,
      item,
      count: 1n,
    }),
  ),
  knownCall(
    parseAbiItem(
      'function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
    ),
    ([from, receiver, item], { to }) => ({
      kind: 'transfer item',
      token: to,
      from,
      to: receiver,
      item,
      count: 1n,
    }),
  ),
  knownCall(
    parseAbiItem(
      'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
    ),
    ([from, receiver, item, count], { to }) => ({
      kind: 'transfer item',
      token: to,
      from,
      to: receiver,
      item,
      count,
    }),
  ),
  knownCall(parseAbiItem('function deposit() payable'), (_, context) =>
    isWrappedEther(context)
      ? { kind: 'wrap', token: context.to, amount: tokenAmount(context.value) }
      : undefined,
  ),
  knownCall(parseAbiItem('function withdraw(uint256 amount)'), ([amount], context) =>
    isWrappedEther(context)
      ? { kind: 'unwrap', token: context.to, amount: tokenAmount(amount) }
      : undefined,
  ),
];
