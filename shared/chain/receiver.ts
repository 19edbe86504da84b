import type { Address } from 'viem';
import { isSameAddress } from '../is-same-address.ts';
import { checksummed, typedAddressProblem } from './address-checksum.ts';

export interface KnownAddress {
  readonly address: string;
  readonly kind: 'contact' | 'own' | 'earlierReceiver';
  /** Missing for an earlier receiver, because only contacts and accounts have names. */
  readonly name?: string;
}

/**
 * Reason why an address can't be a receiver: it isn't an address, is mistyped, has no owner, is the
 * sender's own, or is a token's contract.
 */
export type ReceiverRefusal =
  | { readonly reason: 'form' | 'checksum' | 'nobody' | 'self' }
  | { readonly reason: 'token'; readonly symbol: string };

export interface ReceiverCheck {
  /** The address with its checksum (EIP-55). */
  readonly address?: string;
  readonly refusal?: ReceiverRefusal;
  readonly lookAlike?: KnownAddress;
  /** True if the receiver is neither a contact, an own account nor an earlier receiver. */
  readonly isFirstTime: boolean;
}

/**
 * Number of characters at each end that people compare. Attackers can choose these characters: an
 * address with eight chosen digits is cheap.
 */
const COMPARED = 4;
/**
 * The zero address, the chain's own contracts, and other addresses that are entered only by
 * mistake.
 */
const UNOWNED = /^0x(?:0{36}(?!dead)[0-9a-f]{4}|f{40})$/i;
const BURN = /^0x(?:0{36}dead|(?:dead){10})$/i;

/**
 * Returns true for two different addresses with equal first and last four digits. Attackers send
 * worthless transfers from such addresses, so that the address appears in the user's history
 * (address poisoning).
 */
export function looksLike(address: string, known: string): boolean {
  const [one, other] = [address.slice(2).toLowerCase(), known.slice(2).toLowerCase()];
  return (
    one !== other &&
    one.slice(0, COMPARED) === other.slice(0, COMPARED) &&
    one.slice(-COMPARED) === other.slice(-COMPARED)
  );
}

/** Returns true for addresses without an owner, where assets would be lost. */
export function isUnownedAddress(address: string): boolean {
  return UNOWNED.test(address);
}

/** Returns true for addresses that are used to burn tokens: assets sent there are lost. */
export function isBurnAddress(address: string): boolean {
  return BURN.test(address);
}

/** Checks a receiver without network requests. */
export function checkReceiver(options: {
  /** The receiver as typed. */
  to: string;
  from: string;
  /** Contracts of tokens. They must not be receivers, because assets sent there would be lost. */
  tokens: readonly { readonly address: string; readonly symbol: string }[];
  known: readonly KnownAddress[];
}): ReceiverCheck {
  const { from, tokens, known } = options;
  const typed = options.to.trim();
  const refuse = (refusal: ReceiverRefusal): ReceiverCheck => ({ refusal, isFirstTime: false });
  const problem = typedAddressProblem(typed);
  if (problem !== undefined) return refuse({ reason: problem });
  const address = checksummed(typed as Address);
  if (UNOWNED.test(address)) return refuse({ reason: 'nobody' });
  if (isSameAddress(address, from)) return refuse({ reason: 'self' });
  const token = tokens.find((candidate) => isSameAddress(candidate.address, address));
  if (token !== undefined) {
    return refuse({ reason: 'token', symbol: token.symbol });
  }
  if (known.some((one) => isSameAddress(one.address, address)))
    return { address, isFirstTime: false };
  const lookAlike = known.find((one) => looksLike(address, one.address));
  return { address, isFirstTime: true, ...(lookAlike === undefined ? {} : { lookAlike }) };
}

/** Returns all addresses known to the user. Addresses with a name come first. */
export function knownAddresses(from: {
  contacts: readonly { readonly address: string; readonly name: string }[];
  accounts: readonly { readonly address: string; readonly name: string }[];
  receivers: readonly string[];
}): KnownAddress[] {
  return [
    ...from.contacts.map(({ address, name }) => ({ address, name, kind: 'contact' as const })),
    ...from.accounts.map(({ address, name }) => ({ address, name, kind: 'own' as const })),
    ...from.receivers.map((address) => ({ address, kind: 'earlierReceiver' as const })),
  ];
}
