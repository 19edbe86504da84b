import { type Address, concatHex, fromRlp, type Hex, pad, toRlp } from 'viem';

/** The transaction types that Condor signs. Amounts in wei, limits in gas. */
export type RawTransaction = {
  readonly chainId: number;
  readonly nonce: number;
  readonly gas: bigint;
  /** Absent for a new contract. */
  readonly to?: Address;
  readonly value: bigint;
  readonly data: Hex;
} & (
  | {
      readonly type: 'eip1559';
      readonly maxFeePerGas: bigint;
      readonly maxPriorityFeePerGas: bigint;
    }
  | { readonly type: 'legacy'; readonly gasPrice: bigint }
  /** Sets the code of accounts before it runs (EIP-7702). */
  | {
      readonly type: 'eip7702';
      readonly maxFeePerGas: bigint;
      readonly maxPriorityFeePerGas: bigint;
      readonly authorizationList: readonly SignedAuthorization[];
    }
);

export interface TransactionSignature {
  readonly r: Hex;
  readonly s: Hex;
  readonly yParity: number;
}

/** Lets an account run a contract's code. Valid only with the account's next nonce (EIP-7702). */
export interface Authorization {
  readonly chainId: number;
  readonly address: Address;
  readonly nonce: number;
}
export type SignedAuthorization = Authorization & TransactionSignature;

const EIP1559 = '0x02';
const EIP7702 = '0x04';

/**
 * Returns the bytes to sign, or with a signature the bytes to send: EIP-1559, EIP-7702, or legacy
 * bound to its chain (EIP-155). viem's serializer has three times as much code, for types that are
 * never signed. Tests compare the bytes with viem's and ethers'.
 */
export function serializeRaw(transaction: RawTransaction, signature?: TransactionSignature): Hex {
  const { chainId, nonce, gas, to = '0x', value, data } = transaction;
  const call = [number(gas), to, number(value), data];
  if (transaction.type === 'legacy') {
    const head = [number(nonce), number(transaction.gasPrice), ...call];
    return toRlp(
      signature === undefined
        ? [...head, number(chainId), '0x', '0x']
        : [...head, number(35 + 2 * chainId + signature.yParity), ...scalars(signature)],
    );
  }
  const { maxPriorityFeePerGas, maxFeePerGas } = transaction;
  const fields = [
    number(chainId),
    number(nonce),
    number(maxPriorityFeePerGas),
    number(maxFeePerGas),
    ...call,
    [],
    ...(transaction.type === 'eip7702' ? [transaction.authorizationList.map(tuple)] : []),
    ...(signature === undefined ? [] : parts(signature)),
  ];
  return concatHex([transaction.type === 'eip7702' ? EIP7702 : EIP1559, toRlp(fields)]);
}

/**
 * Parses a transaction that the wallet signed.
 * @throws for bytes that aren't made by `serializeRaw`
 */
export function parseRaw(raw: Hex): RawTransaction {
  const hasCode = raw.startsWith(EIP7702);
  const isLegacy = !raw.startsWith(EIP1559) && !hasCode;
  const list = listOf(fromRlp(isLegacy ? raw : `0x${raw.slice(EIP1559.length)}`, 'hex'));
  const at = (index: number): Hex => textAt(list, index);
  const call = (from: number) => {
    const to = at(from + 1);
    return {
      gas: amount(at(from)),
      ...(to === '0x' ? {} : { to: to as Address }),
      value: amount(at(from + 2)),
      data: at(from + 3),
    };
  };
  if (isLegacy) {
    const chainId = Number((amount(at(6)) - 35n) / 2n);
    const head = { chainId, nonce: Number(amount(at(0))), gasPrice: amount(at(1)) };
    return { type: 'legacy', ...head, ...call(2) };
  }
  const head = {
    chainId: Number(amount(at(0))),
    nonce: Number(amount(at(1))),
    maxPriorityFeePerGas: amount(at(2)),
    maxFeePerGas: amount(at(3)),
    ...call(4),
  };
  if (!hasCode) return { type: 'eip1559', ...head };
  return { type: 'eip7702', ...head, authorizationList: listOf(list[9]).map(parseTuple) };
}

function tuple(authorization: SignedAuthorization): Hex[] {
  const { chainId, address, nonce } = authorization;
  return [number(chainId), address, number(nonce), ...parts(authorization)];
}

function parseTuple(fields: unknown): SignedAuthorization {
  const list = listOf(fields);
  const at = (index: number) => textAt(list, index);
  return {
    chainId: Number(amount(at(0))),
    address: at(1) as Address,
    nonce: Number(amount(at(2))),
    yParity: Number(amount(at(3))),
    r: pad(at(4)),
    s: pad(at(5)),
  };
}

function listOf(fields: unknown): readonly unknown[] {
  return Array.isArray(fields) ? fields : [];
}

function textAt(list: readonly unknown[], index: number): Hex {
  const field = list[index];
  if (typeof field !== 'string') throw new TypeError('not an own transaction');
  return field as Hex;
}

function parts(signature: TransactionSignature): Hex[] {
  return [number(signature.yParity), ...scalars(signature)];
}

/** RLP encodes numbers without leading zeros, and zero as an empty value. */
function number(value: bigint | number): Hex {
  const digits = value.toString(16);
  return BigInt(value) === 0n ? '0x' : `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`;
}

function scalars({ r, s }: TransactionSignature): Hex[] {
  return [number(BigInt(r)), number(BigInt(s))];
}

function amount(field: Hex): bigint {
  return field === '0x' ? 0n : BigInt(field);
}
