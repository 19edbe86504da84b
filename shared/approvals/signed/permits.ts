import { PERMIT2 } from '../../chain/chain-context.ts';
import { isRecord } from '../../messages/page.ts';
import { MAX_UINT256 } from '../../units.ts';
import type { TypedData } from '../typed-data.ts';
import type { PermitFacts, TransferFacts } from './facts.ts';
import { contractOf, integerOf, recordsOf, type SignedReader, textOf } from './fields.ts';

const MAX_UINT = MAX_UINT256.toString();
const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';
const PERMISSIONS = 'TokenPermissions(address token,uint256 amount)';
const AUTHORIZATION =
  '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)';

/** Permits of tokens (EIP-2612, DAI, Permit2) and transfers by signature (EIP-3009). */
export const PERMIT_READERS: Readonly<Record<string, SignedReader>> = {
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)': (data) =>
    permit(data, {
      owner: textOf(data.message.owner),
      amount: integerOf(data.message.value),
      end: integerOf(data.message.deadline),
    }),
  'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)': (data) =>
    permit(data, {
      owner: textOf(data.message.holder),
      amount: data.message.allowed === true ? MAX_UINT : '0',
      // DAI: zero means no end.
      end: data.message.expiry === '0' ? null : integerOf(data.message.expiry),
    }),
  [`PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`]: permit2,
  [`PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`]: permit2,
  [`PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${PERMISSIONS}`]:
    permit2,
  [`PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${PERMISSIONS}`]:
    permit2,
  [`TransferWithAuthorization${AUTHORIZATION}`]: transfer,
  [`ReceiveWithAuthorization${AUTHORIZATION}`]: transfer,
};

/** Permit2 with a witness: the type ends with the terms that another contract binds. */
const WITNESS =
  /^Permit(Batch)?WitnessTransferFrom\(TokenPermissions(\[\])? permitted,address spender,uint256 nonce,uint256 deadline,\w+ \w+\)/;

/** Parses Permit2 with a witness, whose type text varies (UniswapX). */
export function readWitnessPermit(data: TypedData, type: string): PermitFacts | undefined {
  const found = WITNESS.exec(type);
  if (found === null || !type.includes(PERMISSIONS)) return undefined;
  const [, batch, list] = found;
  return (batch === undefined) === (list === undefined) ? permit2(data) : undefined;
}

function permit(
  data: TypedData,
  known: { owner: string; amount: string; end: string | null },
): PermitFacts {
  return {
    kind: 'permit',
    owner: known.owner,
    spender: textOf(data.message.spender),
    // A permit belongs to the token contract itself.
    parts: [{ token: contractOf(data), amount: known.amount }],
    ends: [known.end],
    isOnce: false,
    isBound: false,
  };
}

function permit2(data: TypedData): PermitFacts {
  const { primaryType, message } = data;
  const isOnce = primaryType.includes('TransferFrom');
  const details = isOnce ? message.permitted : message.details;
  const list = isRecord(details) && !Array.isArray(details) ? [details] : recordsOf(details);
  return {
    kind: 'permit',
    spender: textOf(message.spender),
    parts: list.map((part) => ({ token: textOf(part.token), amount: integerOf(part.amount) })),
    ends: isOnce
      ? [integerOf(message.deadline)]
      : [...list.map((part) => integerOf(part.expiration)), integerOf(message.sigDeadline)],
    isOnce,
    isKnownPermit2: contractOf(data).toLowerCase() === PERMIT2,
    isBound: primaryType.includes('Witness'),
  };
}

function transfer(data: TypedData): TransferFacts {
  const { message } = data;
  return {
    kind: 'transfer',
    from: textOf(message.from),
    to: textOf(message.to),
    token: contractOf(data),
    amount: integerOf(message.value),
    end: integerOf(message.validBefore),
  };
}
