import { concatHex, encodePacked, type Hex, keccak256, toHex } from 'viem';
import { isRecord } from '../is-record.ts';
import { readAtom, TypedDataError } from './typed-data.ts';

/** An entry of the oldest typed-data format, which has no domain and no structure. */
export interface TypedEntry {
  readonly type: string;
  readonly name: string;
  readonly value: unknown;
}

/** Parses `eth_signTypedData` (v1): a list of `{type, name, value}`. */
export function parseTypedDataV1(input: unknown): TypedEntry[] {
  if (!Array.isArray(input) || input.length === 0 || input.length > 200) {
    throw new TypedDataError('The typed data is not a list of values.');
  }
  return input.map((entry: unknown) => {
    if (!isRecord(entry) || typeof entry.type !== 'string' || typeof entry.name !== 'string') {
      throw new TypedDataError('An entry of the typed data is malformed.');
    }
    return { type: entry.type, name: entry.name, value: readAtom(entry.type, entry.value) };
  });
}

/**
 * Returns the digest that the first wallets used: keccak256(keccak256(packed "type name"s) ‖
 * keccak256(packed values)).
 */
export function typedDataV1Digest(entries: readonly TypedEntry[]): Hex {
  const schema = concatHex(entries.map(({ type, name }) => toHex(`${type} ${name}`)));
  const values = concatHex(
    entries.map(({ type, value }) => encodePacked([type], [packable(type, value)])),
  );
  return keccak256(concatHex([keccak256(schema), keccak256(values)]));
}

function packable(type: string, value: unknown): unknown {
  return /^u?int\d*$/.test(type) ? BigInt(String(value)) : value;
}
