import { isRecord } from '../../is-record.ts';
import { isSameAddress } from '../../is-same-address.ts';
import type { Budget } from '../budget.ts';
import { type TypedData, typedDataChainId } from '../typed-data.ts';
import type { PlainContents, PlainFacts } from './facts.ts';
import { textOf } from './fields.ts';

const ARRAY_END = /\[\d*\]$/;
/** Names of integer members that count or date a login. Any other integer may be an amount. */
const HARMLESS_INTEGER = /^(?:nonce|time|timestamp|issuedat|version|chainid)$/i;
/** Names of members that make a login unique. */
const MOMENT = /^(?:nonce|time|timestamp|issuedat)$/i;
/**
 * Names of members that logins have. A member with another name may stand for an asset that is
 * given away.
 */
const LOGIN_MEMBER =
  /^(?:statement|message|text|domain|site|app|uri|url|origin|purpose|terms|version|nonce|time|timestamp|issuedat|address|wallet|account|user|chainid)$/i;
/** A text that may be an amount: a number alone, or before a symbol. */
const AMOUNT_TEXT = /^\s*\d[\d.,\s]*$|\d\s*(?!UTC|GMT)[A-Z]{3,6}\b/;
/** Milliseconds of the year 5138; larger numbers aren't times. */
const LATEST_TIME = 10n ** 14n;
const DEADLINE = /deadline|expir|validbefore|validuntil|validto|endtime/i;
/** Hex in a text that may be an address, a hash or calldata, with or without prefix. */
const LONG_HEX = /(?:0x)?[0-9a-f]{40,}/gi;

/** Describes unknown typed data by its contents alone. */
export function readUnknown(data: TypedData, account: string, budget: Budget): PlainFacts {
  const { contents, hasEmptyStruct } = contentsOf(data, account, budget);
  const { name, verifyingContract } = data.domain;
  const contract = textOf(verifyingContract);
  const isHarmless = !hasEmptyStruct && Object.values(contents).every((isThere) => !isThere);
  const isLogin =
    isHarmless && hasLoginMembers(data) && contract === '' && typedDataChainId(data) !== undefined;
  const { primaryType } = data;
  if (isLogin) return { kind: 'login', primaryType, name: textOf(name) };
  return { kind: 'unknown', primaryType, contents, ...(contract === '' ? {} : { contract }) };
}

/**
 * Returns true if all members have names that logins use, and at least one member is a nonce or a
 * time. Without a nonce or a time, the signature is always the same, and some sites derive keys
 * from such a signature.
 */
function hasLoginMembers({ types, primaryType }: TypedData): boolean {
  const names = (types[primaryType] ?? []).map(({ name }) => name);
  return names.some((name) => MOMENT.test(name)) && names.every((name) => LOGIN_MEMBER.test(name));
}

function contentsOf(
  data: TypedData,
  account: string,
  budget: Budget,
): { contents: PlainContents; hasEmptyStruct: boolean } {
  let hasEmptyStruct = false;
  const found = {
    hasOtherAddresses: false,
    hasAmounts: false,
    hasDeadline: false,
    hasBytes: false,
  };

  function visitStruct(type: string, value: unknown): void {
    // A null struct is encoded as one empty word, whatever members its type has.
    if (!isRecord(value)) {
      hasEmptyStruct = true;
      return;
    }
    for (const field of data.types[type] ?? []) {
      visit(field.type, field.name, value[field.name]);
    }
  }

  function visit(type: string, name: string, value: unknown): void {
    budget.spend(textOf(value).length);
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
    if (/^u?int/.test(type) && !isHarmlessInteger(name, text)) found.hasAmounts = true;
    if (type !== 'string') return;
    if (AMOUNT_TEXT.test(text) && !isHarmlessInteger(name, text)) found.hasAmounts = true;
    for (const [hex] of text.matchAll(LONG_HEX)) {
      if (isSameAddress(`0x${hex.replace(/^0x/i, '')}`, account)) continue;
      if (/^(?:0x)?[0-9a-f]{40}$/i.test(hex)) found.hasOtherAddresses = true;
      else found.hasBytes = true;
    }
  }

  visitStruct(data.primaryType, data.message);
  visitAtom('string', 'name', textOf(data.domain.name));
  return { contents: found, hasEmptyStruct };
}

/** Returns true for an integer (or its text) that counts or dates a login. */
function isHarmlessInteger(name: string, text: string): boolean {
  return HARMLESS_INTEGER.test(name) && /^\d+$/.test(text) && BigInt(text) < LATEST_TIME;
}
