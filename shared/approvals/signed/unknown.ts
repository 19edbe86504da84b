import { hasAddressForm } from '../../chain/address-form.ts';
import { type TypedData, typedDataChainId } from '../typed-data.ts';
import type { PlainContents, PlainFacts } from './facts.ts';
import { isSameAddress, textOf } from './fields.ts';

const ARRAY_END = /\[\d*\]$/;
/** Integers that count or date a login. Any other integer could be an amount. */
const HARMLESS_INTEGER = /^(?:nonce|time|timestamp|issuedat|version|chainid)$/i;
/** Members that make a login unique. */
const MOMENT = /^(?:nonce|time|timestamp|issuedat)$/i;
/** Text that is an amount: some sites write amounts as text. */
const DECIMAL_TEXT = /^\s*\d[\d.,\s]*$/;
const DEADLINE = /deadline|expir|validbefore|validuntil|validto|endtime/i;
/** Hex this long in a text can be an address, a hash or call data. */
const LONG_HEX = /0x[0-9a-f]{40,}/gi;

/** Describes typed data that no reader knows by its contents alone. */
export function readUnknown(data: TypedData, account: string): PlainFacts {
  const contents = contentsOf(data, account);
  const { name, verifyingContract } = data.domain;
  const contract = textOf(verifyingContract);
  const isHarmless = Object.values(contents).every((isThere) => !isThere);
  const isLogin =
    isHarmless && hasNonce(data) && contract === '' && typedDataChainId(data) !== undefined;
  const { primaryType } = data;
  if (isLogin) return { kind: 'login', primaryType, name: textOf(name) };
  return { kind: 'unknown', primaryType, contents, ...(contract === '' ? {} : { contract }) };
}

/**
 * A login is for one moment. Without a nonce or a time the same signature comes out every time, and
 * some sites derive keys from it.
 */
function hasNonce({ types, primaryType }: TypedData): boolean {
  return (types[primaryType] ?? []).some(({ name }) => MOMENT.test(name));
}

function contentsOf(data: TypedData, account: string): PlainContents {
  const found = {
    hasOtherAddresses: false,
    hasAmounts: false,
    hasDeadline: false,
    hasBytes: false,
  };

  function visitStruct(type: string, value: unknown): void {
    for (const field of data.types[type] ?? []) {
      visit(field.type, field.name, memberOf(value, field.name));
    }
  }

  function visit(type: string, name: string, value: unknown): void {
    if (ARRAY_END.test(type)) {
      const items: readonly unknown[] = Array.isArray(value) ? value : [];
      for (const item of items) visit(type.replace(ARRAY_END, ''), name, item);
      return;
    }
    if (Object.hasOwn(data.types, type)) visitStruct(type, value);
    else visitAtom(type, name, value);
  }

  function visitAtom(type: string, name: string, value: unknown): void {
    const text = textOf(value);
    if (DEADLINE.test(name)) found.hasDeadline = true;
    if (type === 'address' && !isSameAddress(text, account)) found.hasOtherAddresses = true;
    if (type.startsWith('bytes') && !/^0x0*$/.test(text)) found.hasBytes = true;
    if (/^u?int/.test(type) && !HARMLESS_INTEGER.test(name)) found.hasAmounts = true;
    if (type !== 'string') return;
    if (DECIMAL_TEXT.test(text) && !HARMLESS_INTEGER.test(name)) found.hasAmounts = true;
    for (const [hex] of text.matchAll(LONG_HEX)) {
      if (isSameAddress(hex, account)) continue;
      if (hasAddressForm(hex)) found.hasOtherAddresses = true;
      else found.hasBytes = true;
    }
  }

  visitStruct(data.primaryType, data.message);
  return found;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
