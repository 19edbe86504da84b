import { decodeErrorResult, type Hex } from 'viem';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { optionFactoryAbi } from '../../../shared/chain/abi/option-factory.ts';
import { type CallFailure, MAX_REASON } from '../../../shared/chain/call-failure.ts';
import { hasCode } from '../../../shared/errors.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';
import { foreignText } from '../../../shared/visible-text.ts';

/** Solidity's `require` and `revert` with a message, and its built-in checks. */
const revertAbi = [
  { type: 'error', name: 'Error', inputs: [{ name: 'reason', type: 'string' }] },
  { type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] },
] as const;

/** Errors of common token and access contracts (ERC-6093, OpenZeppelin 5, Solady), by selector. */
const KNOWN_ERRORS: ReadonlyMap<string, CallFailure> = new Map([
  ...(
    [
      ['0xfb8f41b2', 'allowance', 'ERC20InsufficientAllowance'],
      ['0x177e802f', 'allowance', 'ERC721InsufficientApproval'],
      ['0xe237d922', 'allowance', 'ERC1155MissingApprovalForAll'],
      ['0x13be252b', 'allowance', 'InsufficientAllowance'],
      ['0xe450d38c', 'balance', 'ERC20InsufficientBalance'],
      ['0x03dee4c5', 'balance', 'ERC1155InsufficientBalance'],
      ['0xf4d678b8', 'balance', 'InsufficientBalance'],
      ['0xcf479181', 'balance', 'InsufficientBalance'],
      ['0xec442f05', 'contract', 'ERC20InvalidReceiver'],
      ['0x62791302', 'contract', 'ERC2612ExpiredSignature'],
      ['0xd93c0665', 'contract', 'EnforcedPause'],
      ['0x118cdaa7', 'contract', 'OwnableUnauthorizedAccount'],
      ['0x3ee5aeb5', 'contract', 'ReentrancyGuardReentrantCall'],
      ['0x5274afe7', 'contract', 'SafeERC20FailedOperation'],
    ] as const
  ).map(([selector, kind, text]) => [selector, { kind, text }] as const),
]);

/** Returns why a call was reverted. Cuts messages of the contract or the node to 200 characters. */
export function revertOf(message: string, data: string | undefined): CallFailure {
  if (data !== undefined && data.length > 2) {
    try {
      const decoded = decodeErrorResult({
        abi: [...optionBookAbi, ...optionFactoryAbi, ...revertAbi],
        data: data as Hex,
      });
      if (decoded.errorName === 'Panic') return { kind: 'panic' };
      return quoted(
        'contract',
        decoded.errorName === 'Error' ? decoded.args[0] : decoded.errorName,
      );
    } catch {
      // The contract's error isn't known.
    }
  }
  const said = message.replace(/^(VM Exception[^:]*: )?(execution )?reverted?:?\s*/i, '');
  const raw = /^custom error (0x[0-9a-f]{8})/i.exec(said)?.[1];
  const selector = data?.slice(0, 10).toLowerCase() ?? raw?.toLowerCase() ?? '';
  const known = KNOWN_ERRORS.get(selector);
  if (known !== undefined) return known;
  // For an unknown error, the node's message is the best description.
  return selector.length === 10 && (said === '' || raw !== undefined)
    ? { kind: 'unknown error', text: selector }
    : quoted('node', said);
}

function quoted(kind: 'contract' | 'node', text: string): CallFailure {
  const shown = foreignText(text, MAX_REASON);
  return shown === '' ? { kind: 'no reason' } : { kind, text: shown };
}

/** Returns why a read of the chain failed, from the error that was thrown. */
export function callFailure(error: unknown): CallFailure {
  if (error instanceof NodeError) {
    const { message, data } = error.body;
    return revertOf(message, typeof data === 'string' ? data : undefined);
  }
  return { kind: hasCode(error, 'chainUnreachable') ? 'unreachable' : 'unusable' };
}
