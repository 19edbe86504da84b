import { concatHex, type Hex, keccak256, numberToHex, pad, stringToHex } from 'viem';
import { isRecord } from '../is-record.ts';
import { type Budget, createBudget } from './budget.ts';
import { encodeType } from './encode-type.ts';
import { type TypedData, TypedDataError } from './typed-data.ts';

const EMPTY_WORD: Hex = `0x${'00'.repeat(32)}`;
const ARRAY_END = /\[\d*\]$/;

/**
 * Returns the EIP-712 digest, keccak256(0x1901 ‖ domain separator ‖ hash of the message), like
 * eth-sig-util: a null struct is an empty word, and `uint` and `int` have 256 bits. viem and ethers
 * reject both.
 * @throws TypedDataError for types that can't be encoded; BudgetError
 */
export function typedDataDigest(
  { types, primaryType, domain, message }: TypedData,
  budget: Budget = createBudget(),
): Hex {
  const hashStruct = createStructHasher(types, budget);
  const separator = hashStruct('EIP712Domain', domain);
  return primaryType === 'EIP712Domain'
    ? keccak256(concatHex(['0x1901', separator]))
    : keccak256(concatHex(['0x1901', separator, hashStruct(primaryType, message)]));
}

function createStructHasher(types: TypedData['types'], budget: Budget) {
  const typeHashes = new Map<string, Hex>();

  function typeHash(name: string): Hex {
    const known = typeHashes.get(name);
    if (known !== undefined) return known;
    const text = encodeType(types, name);
    budget.spend(text.length);
    const hash = keccak256(stringToHex(text));
    typeHashes.set(name, hash);
    return hash;
  }

  function hashStruct(name: string, value: unknown): Hex {
    if (!isRecord(value)) throw new TypedDataError('A value does not fit its type.');
    const fields = types[name] ?? [];
    const words = fields.map((field) => word(field.type, value[field.name]));
    return keccak256(concatHex([typeHash(name), ...words]));
  }

  /** Returns the 32 bytes of a value in its struct or array. */
  function word(type: string, value: unknown): Hex {
    budget.spend(typeof value === 'string' ? value.length : 0);
    if (ARRAY_END.test(type)) {
      if (!Array.isArray(value)) throw new TypedDataError('A value does not fit its type.');
      const inner = type.replace(ARRAY_END, '');
      return keccak256(concatHex(value.map((item: unknown) => word(inner, item))));
    }
    if (!Object.hasOwn(types, type)) return atomWord(type, value);
    return value === null ? EMPTY_WORD : hashStruct(type, value);
  }

  return hashStruct;
}

/** Encodes a value normalized by `readAtom`. */
function atomWord(type: string, value: unknown): Hex {
  const text = String(value);
  if (type === 'string') return keccak256(stringToHex(text));
  if (type === 'bool') return numberToHex(value === true ? 1 : 0, { size: 32 });
  if (type === 'bytes') return keccak256(text as Hex);
  if (type === 'address') return pad(text as Hex, { size: 32 });
  if (type.startsWith('bytes')) return pad(text as Hex, { size: 32, dir: 'right' });
  if (/^u?int\d*$/.test(type)) return numberToHex(BigInt.asUintN(256, BigInt(text)), { size: 32 });
  throw new TypedDataError('The typed data cannot be encoded.');
}
