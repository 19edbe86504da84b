import { withoutHidden } from '../visible-text.ts';

/** A receiver that the user typed, pasted or scanned. */
export interface TypedReceiver {
  /** Address or name. */
  readonly text: string;
  /** True when invisible characters were removed: copied texts sometimes contain them. */
  readonly hadHidden: boolean;
  /** The chain in a payment address. */
  readonly chainId?: number;
}

/** EIP-681: `ethereum:<address>[@<chain>][/<function>][?<parameters>]`. */
const PAYMENT = /^ethereum:(?:pay-)?([^@/?]+)(?:@(\d{1,10}))?(?:\/(\w*))?(?:\?(.*))?$/i;

/** A chain before an address: its short name (EIP-3770), or its number after `eip155` (CAIP-10). */
const CHAIN_PREFIX = /^(?:eip155:(\d{1,10})|([a-z\d-]{2,12})):(0x[\da-f]{40})$/i;
/** Short names of the built-in networks (ethereum-lists/chains). */
const CHAIN_IDS: ReadonlyMap<string, number> = new Map([
  ['base', 8453],
  ['eth', 1],
  ['oeth', 10],
  ['arb1', 42161],
  ['pol', 137],
  ['matic', 137],
  ['sep', 11155111],
  ['basesep', 84532],
]);

/**
 * Returns the address with a lower-case `0x`. QR codes may contain capitals, with the prefix `0X`.
 */
function withSmallPrefix(address: string): string {
  return address.replace(/^0X(?=[\dA-Fa-f]{40}$)/, '0x');
}

/**
 * Reads a typed receiver. In a payment address (EIP-681), the receiver is the address to pay, or
 * the parameter `address` of a token's transfer. Amounts are ignored, because the user types the
 * amount separately. A payment address that calls another function stays unchanged, so that it
 * isn't a valid receiver.
 */
export function readReceiver(typed: string): TypedReceiver {
  const text = withoutHidden(typed).trim();
  const hadHidden = text !== typed.trim();
  const [, id, name = '', address = ''] = CHAIN_PREFIX.exec(text) ?? [];
  const chainId = id === undefined ? CHAIN_IDS.get(name.toLowerCase()) : Number(id);
  if (chainId !== undefined) return { text: withSmallPrefix(address), hadHidden, chainId };
  const [, target = '', chain, call = '', parameters = ''] = PAYMENT.exec(text) ?? [];
  const receiver =
    call === '' ? target : call === 'transfer' ? parameterOf(parameters, 'address') : undefined;
  if (target === '' || receiver === undefined) return { text: withSmallPrefix(text), hadHidden };
  return {
    text: withSmallPrefix(receiver),
    hadHidden,
    ...(chain === undefined ? {} : { chainId: Number(chain) }),
  };
}

function parameterOf(parameters: string, name: string): string | undefined {
  return parameters
    .split('&')
    .find((parameter) => parameter.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
