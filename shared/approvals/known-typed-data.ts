import { PERMIT2 } from '../chain/place.ts';
import { isRecord } from '../messages/page.ts';
import { ORDER_TYPES } from '../orders/eip712.ts';
import { encodeType } from './encode-type.ts';
import type { TypedData } from './typed-data.ts';

/** What a signature lets somebody else do. Times are Unix seconds, amounts base units. */
export type SignedMeaning =
  | {
      /** EIP-2612, DAI's own, or Permit2. */
      readonly kind: 'permit';
      readonly owner: string | undefined;
      readonly spender: string;
      readonly parts: readonly { readonly token: string; readonly amount: bigint }[];
      /** Every time at which some part of it ends; `undefined` for one that never does. */
      readonly ends: readonly (bigint | undefined)[];
      /** Permit2's transfer for once instead of an allowance. */
      readonly isOnce: boolean;
      /** Permit2 only: whether it is for the one known contract. */
      readonly isKnownPermit2?: boolean;
      /** Permit2 only: terms of another contract that it is bound to. */
      readonly isBound: boolean;
    }
  | {
      /** EIP-3009. */
      readonly kind: 'transfer';
      readonly from: string;
      readonly to: string;
      readonly token: string;
      readonly amount: bigint;
      readonly end: bigint;
    }
  | {
      /** A maker's order: signing it publishes a standing quote. */
      readonly kind: 'order';
      readonly book: string;
      readonly maker: string;
      readonly collateral: string;
      readonly implementation: string;
      readonly priceFeed: string;
      /** When the option expires. */
      readonly expiry: bigint;
      readonly isLong: boolean;
      readonly budget: bigint;
      readonly strikes: readonly bigint[];
      readonly price: bigint;
      readonly end: bigint;
    };

const MAX_UINT = 2n ** 256n - 1n;

const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';
const PERMISSIONS = 'TokenPermissions(address token,uint256 amount)';
const AUTHORIZATION =
  '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)';

type Reader = (data: TypedData) => SignedMeaning;

/** Known types by their exact encoding: one with a field more is another type, and unknown. */
const READERS: Readonly<Record<string, Reader>> = {
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)': (data) =>
    permit(data, {
      owner: textOf(data.message.owner),
      amount: numberOf(data.message.value),
      end: numberOf(data.message.deadline),
    }),
  'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)': (data) =>
    permit(data, {
      owner: textOf(data.message.holder),
      amount: data.message.allowed === true ? MAX_UINT : 0n,
      // DAI: zero means that it never ends.
      end: data.message.expiry === '0' ? undefined : numberOf(data.message.expiry),
    }),
  [`PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`]: permit2,
  [`PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`]: permit2,
  [`PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${PERMISSIONS}`]:
    permit2,
  [`PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${PERMISSIONS}`]:
    permit2,
  [`TransferWithAuthorization${AUTHORIZATION}`]: transfer,
  [`ReceiveWithAuthorization${AUTHORIZATION}`]: transfer,
  [encodeType(ORDER_TYPES, 'Order')]: order,
};

/** Permit2 with a witness: the type goes on with whatever the other contract wants bound. */
const WITNESS =
  /^Permit(Batch)?WitnessTransferFrom\(TokenPermissions(\[\])? permitted,address spender,uint256 nonce,uint256 deadline,\w+ \w+\)/;

/** What typed data means where its type is exactly a known one; `undefined` for everything else. */
export function knownTypedData(data: TypedData): SignedMeaning | undefined {
  const type = encodeType(data.types, data.primaryType);
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (read !== undefined) return read(data);
  const [, batch, list] = WITNESS.exec(type) ?? [];
  const isWitness =
    WITNESS.test(type) &&
    type.includes(PERMISSIONS) &&
    (batch !== undefined) === (list !== undefined);
  return isWitness ? permit2(data) : undefined;
}

function permit(
  { message, domain }: TypedData,
  known: { owner: string; amount: bigint; end: bigint | undefined },
): SignedMeaning {
  return {
    kind: 'permit',
    owner: known.owner,
    spender: textOf(message.spender),
    // A permit is the token contract's own.
    parts: [{ token: textOf(domain.verifyingContract), amount: known.amount }],
    ends: [known.end],
    isOnce: false,
    isBound: false,
  };
}

function permit2({ primaryType, message, domain }: TypedData): SignedMeaning {
  const isOnce = primaryType.includes('TransferFrom');
  const details = isOnce ? message.permitted : message.details;
  const list = (Array.isArray(details) ? details : [details]).filter(isRecord);
  return {
    kind: 'permit',
    owner: undefined,
    spender: textOf(message.spender),
    parts: list.map((part) => ({ token: textOf(part.token), amount: numberOf(part.amount) })),
    ends: isOnce
      ? [numberOf(message.deadline)]
      : [...list.map((part) => numberOf(part.expiration)), numberOf(message.sigDeadline)],
    isOnce,
    isKnownPermit2: textOf(domain.verifyingContract).toLowerCase() === PERMIT2,
    isBound: primaryType.includes('Witness'),
  };
}

function transfer({ message, domain }: TypedData): SignedMeaning {
  return {
    kind: 'transfer',
    from: textOf(message.from),
    to: textOf(message.to),
    token: textOf(domain.verifyingContract),
    amount: numberOf(message.value),
    end: numberOf(message.validBefore),
  };
}

function order({ message, domain }: TypedData): SignedMeaning {
  const strikes: readonly unknown[] = Array.isArray(message.strikes) ? message.strikes : [];
  return {
    kind: 'order',
    book: textOf(domain.verifyingContract),
    maker: textOf(message.maker),
    collateral: textOf(message.collateral),
    implementation: textOf(message.implementation),
    priceFeed: textOf(message.priceFeed),
    expiry: numberOf(message.expiry),
    isLong: message.isLong === true,
    budget: numberOf(message.maxCollateralUsable),
    strikes: strikes.map(numberOf),
    price: numberOf(message.price),
    end: numberOf(message.orderExpiryTimestamp),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The parsed data holds integers as decimal text. */
function numberOf(value: unknown): bigint {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : 0n;
}
