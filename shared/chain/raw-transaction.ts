import { type Address, concatHex, fromRlp, type Hex, toRlp } from 'viem';

/** The two transaction types that Condor signs. Amounts in wei, limits in gas. */
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
);

export interface TransactionSignature {
  readonly r: Hex;
  readonly s: Hex;
  readonly yParity: number;
}

const EIP1559 = '0x02';

/**
 * Returns the bytes to sign, or with a signature those to send: EIP-1559, or legacy bound to its
 * chain (EIP-155). viem's serializer includes other types, which are never signed, and a third of
 * its code. Tests compare the bytes with viem's and ethers'.
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
    ...(signature === undefined ? [] : [number(signature.yParity), ...scalars(signature)]),
  ];
  return concatHex([EIP1559, toRlp(fields)]);
}

/**
 * Parses an own signed transaction.
 * @throws for bytes that `serializeRaw` didn't make
 */
export function parseRaw(raw: Hex): RawTransaction {
  const isLegacy = !raw.startsWith(EIP1559);
  const fields = fromRlp(isLegacy ? raw : `0x${raw.slice(EIP1559.length)}`, 'hex');
  const list: readonly unknown[] = Array.isArray(fields) ? fields : [];
  const at = (index: number): Hex => {
    const field = list[index];
    if (typeof field !== 'string') throw new TypeError('not an own transaction');
    return field as Hex;
  };
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
  return {
    type: 'eip1559',
    chainId: Number(amount(at(0))),
    nonce: Number(amount(at(1))),
    maxPriorityFeePerGas: amount(at(2)),
    maxFeePerGas: amount(at(3)),
    ...call(4),
  };
}

/** RLP omits leading zeros, and encodes zero as empty. */
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
