import { getAddress, isAddress } from 'viem';
import { hasAddressForm } from './address-form.ts';

/** An address that the user has to do with already. */
export interface KnownAddress {
  readonly address: string;
  readonly kind: 'contact' | 'own' | 'earlier receiver';
  /** Absent for an earlier receiver without one. */
  readonly name?: string;
}

/** No address, a mistyped one, nobody's, the sender's own, or a token's contract. */
export type ReceiverRefusal =
  | { readonly reason: 'form' | 'checksum' | 'nobody' | 'self' }
  | { readonly reason: 'token'; readonly symbol: string };

export interface ReceiverCheck {
  /** The address as it is written with its checksum (EIP-55). */
  readonly address?: string;
  /** Why nothing may be sent there at all. */
  readonly refusal?: ReceiverRefusal;
  /** The known address that this one looks like and is not. */
  readonly lookAlike?: KnownAddress;
  /** Nothing was ever sent there, and it is neither a contact nor an own account. */
  readonly isFirstTime: boolean;
}

/** Characters at each end that people compare, and that others forge: addresses of eight known digits are cheap. */
const COMPARED = 4;
/** The zero address, contracts of the chain itself, and other addresses that people only enter by mistake. */
const UNOWNED = /^0x(?:0{36}(?!dead)[0-9a-f]{4}|f{40})$/i;
/** Addresses that people burn tokens at on purpose. */
const BURN = /^0x(?:0{36}dead|(?:dead){10})$/i;

/**
 * Whether two different addresses show the same first and last four digits: that is how senders of
 * worthless transfers place their own address in somebody's history (address poisoning).
 */
export function looksLike(address: string, known: string): boolean {
  const [one, other] = [address.slice(2).toLowerCase(), known.slice(2).toLowerCase()];
  return (
    one !== other &&
    one.slice(0, COMPARED) === other.slice(0, COMPARED) &&
    one.slice(-COMPARED) === other.slice(-COMPARED)
  );
}

/** Returns true for addresses that are never meant to receive anything: funds sent there are lost. */
export function isUnownedAddress(address: string): boolean {
  return UNOWNED.test(address);
}

/** Returns true for addresses where people burn tokens on purpose: funds sent there are lost. */
export function isBurnAddress(address: string): boolean {
  return BURN.test(address);
}

/** What has to be known of a receiver before anything is sent to it. Asks nobody. */
export function checkReceiver(options: {
  /** As typed. */
  to: string;
  /** The sending account. */
  from: string;
  /** Contracts of tokens: what is sent to them is lost. */
  tokens: readonly { readonly address: string; readonly symbol: string }[];
  known: readonly KnownAddress[];
}): ReceiverCheck {
  const { from, tokens, known } = options;
  const typed = options.to.trim();
  const refuse = (refusal: ReceiverRefusal): ReceiverCheck => ({ refusal, isFirstTime: false });
  if (!hasAddressForm(typed)) {
    return refuse({ reason: 'form' });
  }
  if (!isAddress(typed)) {
    return refuse({ reason: 'checksum' });
  }
  const address = getAddress(typed);
  if (UNOWNED.test(address)) return refuse({ reason: 'nobody' });
  if (isSame(address, from)) return refuse({ reason: 'self' });
  const token = tokens.find((candidate) => isSame(candidate.address, address));
  if (token !== undefined) {
    return refuse({ reason: 'token', symbol: token.symbol });
  }
  if (known.some((one) => isSame(one.address, address))) return { address, isFirstTime: false };
  const lookAlike = known.find((one) => looksLike(address, one.address));
  return { address, isFirstTime: true, ...(lookAlike === undefined ? {} : { lookAlike }) };
}

/** Everybody whom the user knows, the names given on purpose first. */
export function knownAddresses(from: {
  contacts: readonly { readonly address: string; readonly name: string }[];
  accounts: readonly { readonly address: string; readonly name: string }[];
  receivers: readonly string[];
}): KnownAddress[] {
  return [
    ...from.contacts.map(({ address, name }) => ({ address, name, kind: 'contact' as const })),
    ...from.accounts.map(({ address, name }) => ({ address, name, kind: 'own' as const })),
    ...from.receivers.map((address) => ({ address, kind: 'earlier receiver' as const })),
  ];
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
