import { getAddress } from 'viem';
import { hasAddressForm } from '../chain/address-form.ts';
import { isRecord } from '../is-record.ts';
import { type Budget, createBudget } from './budget.ts';

/** Strictly parsed EIP-712 typed data. Every value matches its type; integers are decimal text. */
export interface TypedData {
  readonly types: Readonly<Record<string, readonly TypedField[]>>;
  readonly primaryType: string;
  readonly domain: Readonly<Record<string, unknown>>;
  readonly message: Readonly<Record<string, unknown>>;
}

export interface TypedField {
  readonly name: string;
  readonly type: string;
}

/** Thrown for typed data that can't be signed. The message is a fixed sentence. */
export class TypedDataError extends Error {}

const MAX_DEPTH = 24;
/** Maximum characters of a name or of a field's type. */
const MAX_NAME = 128;
/** Characters with a meaning in a type's text. In a name they could forge another type. */
const STRUCTURE = /[(),[\]]/;
/** Forbidden struct names. Their values would be parsed as values of a Solidity type. */
const ELEMENTARY = /^(?:address|bool|string|function|bytes\d*|u?int\d*)$/;
const ARRAY = /^(.*)\[(\d*)\]$/;
/** All dimensions of an array type. */
const DIMENSIONS = /\[.*$/;
const DOMAIN_FIELDS: readonly TypedField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];

/**
 * Parses the data of `eth_signTypedData_v3` and `_v4`, as an object or JSON text. Integers may be
 * numbers, decimal or hex text, even negative; addresses in any case. Drops members without a type,
 * so that only signed data is shown. A missing struct is `null` in version 4; version 3 allows
 * neither null structs nor arrays. Rejects a type that refers to itself.
 * @throws TypedDataError, and BudgetError for more data than can be explained
 */
export function parseTypedData(
  input: unknown,
  version: 'V3' | 'V4',
  budget: Budget = createBudget(),
): TypedData {
  if (!isRecord(input)) throw new TypedDataError('The typed data is not an object.');
  const types = parseTypes(input.types, budget);
  const { primaryType } = input;
  if (typeof primaryType !== 'string') throw new TypedDataError('The primary type is missing.');
  const domainFields = Object.hasOwn(types, 'EIP712Domain') ? types.EIP712Domain : undefined;
  const domainInput = input.domain ?? {};
  if (!isRecord(domainInput)) throw new TypedDataError('The domain is not an object.');
  // If the domain's type isn't declared, it consists of the domain's members (EIP-712, ethers,
  // viem).
  const EIP712Domain =
    domainFields ?? DOMAIN_FIELDS.filter(({ name }) => (domainInput[name] ?? null) !== null);
  const all = { ...types, EIP712Domain };
  if (!Object.hasOwn(all, primaryType)) throw new TypedDataError('The primary type is unknown.');
  rejectCycles(all, ['EIP712Domain', primaryType]);
  const read = createReader(all, version, budget);
  return {
    types: all,
    primaryType,
    domain: read('EIP712Domain', domainInput),
    message: primaryType === 'EIP712Domain' ? {} : read(primaryType, input.message),
  };
}

export function typedDataChainId(data: TypedData): bigint | undefined {
  const { chainId } = data.domain;
  return typeof chainId === 'string' && /^\d+$/.test(chainId) ? BigInt(chainId) : undefined;
}

function parseTypes(input: unknown, budget: Budget): Record<string, TypedField[]> {
  if (!isRecord(input)) throw new TypedDataError('The types are missing.');
  const entries = Object.entries(input);
  if (entries.length > 200) throw new TypedDataError('There are too many types.');
  return Object.fromEntries(
    entries.map(([name, fields]) => {
      const isFree = isName(name) && !ELEMENTARY.test(name);
      if (!isFree || !Array.isArray(fields) || fields.length > 200) {
        throw new TypedDataError('A type is malformed.');
      }
      const parsed = fields.map((field: unknown): TypedField => {
        if (!isRecord(field) || typeof field.name !== 'string' || typeof field.type !== 'string') {
          throw new TypedDataError('A field of a type is malformed.');
        }
        if (!isName(field.name) || field.type.length > MAX_NAME) {
          throw new TypedDataError('A field of a type is malformed.');
        }
        budget.spend(field.name.length + field.type.length);
        return { name: field.name, type: field.type };
      });
      if (new Set(parsed.map((field) => field.name)).size !== parsed.length) {
        throw new TypedDataError('A type has two fields of one name.');
      }
      return [name, parsed];
    }),
  );
}

function isName(text: string): boolean {
  return text !== '' && text.length <= MAX_NAME && !STRUCTURE.test(text);
}

/** Rejects types that refer to themselves, because their values could be nested without limit. */
function rejectCycles(
  types: Readonly<Record<string, readonly TypedField[]>>,
  signed: readonly string[],
): void {
  const finished = new Set<string>();
  const open = new Set<string>();
  const visit = (name: string): void => {
    if (finished.has(name) || !Object.hasOwn(types, name)) return;
    if (open.has(name)) throw new TypedDataError('A type refers to itself.');
    open.add(name);
    for (const field of types[name] ?? []) visit(field.type.replace(DIMENSIONS, ''));
    open.delete(name);
    finished.add(name);
  };
  for (const name of signed) visit(name);
}

function createReader(
  types: Readonly<Record<string, readonly TypedField[]>>,
  version: 'V3' | 'V4',
  budget: Budget,
) {
  function readStruct(name: string, input: unknown, depth = 0): Record<string, unknown> {
    const fields = types[name];
    if (fields === undefined || !isRecord(input) || Array.isArray(input)) {
      throw new TypedDataError('A value does not fit its type.');
    }
    return Object.fromEntries(
      fields.map((field) => [field.name, readValue(field.type, input[field.name], depth + 1)]),
    );
  }

  function readValue(type: string, input: unknown, depth: number): unknown {
    budget.spend(typeof input === 'string' ? input.length : 0);
    if (depth > MAX_DEPTH) throw new TypedDataError('The typed data is too deep to be read.');
    const array = ARRAY.exec(type);
    if (array !== null) {
      if (version === 'V3') throw new TypedDataError('Version 3 knows no arrays; use version 4.');
      const [, inner = '', length = ''] = array;
      if (!Array.isArray(input) || (length !== '' && input.length !== Number(length))) {
        throw new TypedDataError('A value does not fit its type.');
      }
      return input.map((item: unknown) => readValue(inner, item, depth + 1));
    }
    if (!Object.hasOwn(types, type)) return readAtom(type, input);
    const isNull = input === undefined || input === null;
    return isNull && version === 'V4' ? null : readStruct(type, input, depth);
  }

  return readStruct;
}

/**
 * Parses a value of an elementary Solidity type: integers as decimal text, bytes as lower-case hex.
 */
export function readAtom(type: string, input: unknown): unknown {
  const integer = /^(u?)int(\d*)$/.exec(type);
  if (integer !== null) return readInteger(input, integer[1] === '', Number(integer[2] || 256));
  const bytes = /^bytes(\d*)$/.exec(type);
  if (bytes !== null) return readBytes(input, bytes[1] === '' ? undefined : Number(bytes[1]));
  if (type === 'string' && typeof input === 'string') return input;
  if (type === 'bool' && typeof input === 'boolean') return input;
  if (type === 'address' && typeof input === 'string' && hasAddressForm(input)) {
    return getAddress(input);
  }
  throw new TypedDataError('A value does not fit its type.');
}

function readInteger(input: unknown, isSigned: boolean, bits: number): string {
  const isText = typeof input === 'string' && /^(-?\d{1,78}|-?0x[0-9a-fA-F]{1,64})$/.test(input);
  if (!isText && !(typeof input === 'number' && Number.isSafeInteger(input))) {
    throw new TypedDataError('A value is not an exact integer.');
  }
  const text = String(input);
  const value = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
  const limit = 1n << BigInt(isSigned ? bits - 1 : bits);
  const least = isSigned ? -limit : 0n;
  if (bits % 8 !== 0 || bits === 0 || bits > 256 || value < least || value >= limit) {
    throw new TypedDataError('An integer is out of its type’s range.');
  }
  return value.toString();
}

function readBytes(input: unknown, length: number | undefined): string {
  // Other wallets sign an empty text as zero bytes.
  if (input === '' && length === undefined) return '0x';
  if (typeof input !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(input)) {
    throw new TypedDataError('A value is not bytes in hex.');
  }
  if (length !== undefined && (length < 1 || length > 32 || input.length !== 2 + 2 * length)) {
    throw new TypedDataError('A value has not as many bytes as its type.');
  }
  return input.toLowerCase();
}
