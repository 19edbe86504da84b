import { withoutHidden } from '../visible-text.ts';

/** A receiver as it was typed, pasted or scanned. */
export interface TypedReceiver {
  /** Address or name. */
  readonly text: string;
  /** True when invisible characters were removed: copied texts sometimes contain them. */
  readonly hadHidden: boolean;
  /** The chain that a payment address names. */
  readonly chainId?: number;
}

/** EIP-681: `ethereum:<address>[@<chain>][/<function>][?<parameters>]`. */
const PAYMENT = /^ethereum:(?:pay-)?([^@/?]+)(?:@(\d{1,10}))?(?:\/(\w*))?(?:\?(.*))?$/i;

/**
 * Reads what somebody typed as a receiver. Of a payment address (EIP-681), this is the address to
 * pay; for a token's transfer, its parameter `address`. Amounts are the user's to type. A payment
 * address that calls another function stays as it is, so that no receiver is found in it.
 */
export function readReceiver(typed: string): TypedReceiver {
  const text = withoutHidden(typed).trim();
  const hadHidden = text !== typed.trim();
  const [, target = '', chain, call = '', parameters = ''] = PAYMENT.exec(text) ?? [];
  const receiver =
    call === '' ? target : call === 'transfer' ? parameterOf(parameters, 'address') : undefined;
  if (target === '' || receiver === undefined) return { text, hadHidden };
  return {
    text: receiver,
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
