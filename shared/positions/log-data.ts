import type { Address, Hex } from 'viem';
import { fromHex } from '../bytes.ts';

/**
 * Reads ABI-encoded log data word by word. viem's `decodeEventLog` takes twenty times as long,
 * because it computes every address's checksum, and it accepts addresses with dirty upper bytes.
 * All functions return undefined for data that is too short or dirty.
 */
const WORD = 64;
const PREFIX = 2;

/** Returns the word at `index` as lower-case hex digits without prefix. */
function wordAt(data: Hex, index: number): string | undefined {
  const start = PREFIX + index * WORD;
  return start + WORD <= data.length ? data.slice(start, start + WORD) : undefined;
}

export function uintAt(data: Hex, index: number): bigint | undefined {
  const word = wordAt(data, index);
  return word === undefined ? undefined : BigInt(`0x${word}`);
}

export function addressAt(data: Hex, index: number): Address | undefined {
  return addressOf(wordAt(data, index));
}

export function boolAt(data: Hex, index: number): boolean | undefined {
  const value = uintAt(data, index);
  return value === undefined || value > 1n ? undefined : value === 1n;
}

/**
 * Returns a dynamic array of integers, whose offset is the word at `index`; undefined above `limit`
 * items.
 */
export function uintsAt(data: Hex, index: number, limit: number): bigint[] | undefined {
  const start = offsetAt(data, index);
  const count = start === undefined ? undefined : uintAt(data, start);
  if (start === undefined || count === undefined || count > BigInt(limit)) return undefined;
  const items: bigint[] = [];
  for (let i = 1; i <= Number(count); i++) {
    const item = uintAt(data, start + i);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

/** Returns dynamic bytes, whose offset is the word at `index`. */
export function bytesAt(data: Hex, index: number): Hex | undefined {
  const start = offsetAt(data, index);
  const length = start === undefined ? undefined : uintAt(data, start);
  if (start === undefined || length === undefined || length > BigInt(data.length)) return undefined;
  const from = PREFIX + (start + 1) * WORD;
  const to = from + 2 * Number(length);
  return to <= data.length ? `0x${data.slice(from, to)}` : undefined;
}

/**
 * Returns a dynamic string. Invalid UTF-8 becomes replacement characters, because the text is only
 * informative.
 */
export function textAt(data: Hex, index: number): string | undefined {
  const bytes = bytesAt(data, index);
  return bytes === undefined ? undefined : new TextDecoder().decode(fromHex(bytes));
}

/** Decodes an indexed address. */
export function topicAddress(topic: Hex | undefined): Address | undefined {
  return topic?.length === PREFIX + WORD ? addressOf(topic.slice(PREFIX)) : undefined;
}

/** Decodes an indexed integer. */
export function topicUint(topic: Hex | undefined): bigint | undefined {
  return topic?.length === PREFIX + WORD ? BigInt(topic) : undefined;
}

function addressOf(word: string | undefined): Address | undefined {
  return word?.startsWith('000000000000000000000000')
    ? `0x${word.slice(24).toLowerCase()}`
    : undefined;
}

/** Converts a byte offset to a word index. */
function offsetAt(data: Hex, index: number): number | undefined {
  const offset = uintAt(data, index);
  return offset === undefined || offset % 32n !== 0n || offset > BigInt(data.length)
    ? undefined
    : Number(offset / 32n);
}
