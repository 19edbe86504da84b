import { LAPTOP, second } from '../positive.ts';
import { hex } from '../sealed.ts';
import { type Splice, spliceOf } from '../splice.ts';
import { envelopeText } from '../vault.ts';

/** A changed text of the second positive envelope, and the arguments for opening it. */

export interface Opening {
  readonly text: string;
  readonly accountId?: Buffer;
  readonly rpId?: string;
  readonly credentialId?: Buffer;
  readonly prf?: Buffer;
  readonly splice?: Splice;
}

export const { account } = second.plan;
const members = { ...second, accountId: account.accountId, revision: 2 };
type Wrap = (typeof second.wraps)[number];

function wrapAt(index: number): Wrap {
  const wrap = second.wraps[index];
  if (wrap === undefined) throw new Error('The vector has two wraps.');
  return wrap;
}

export const laptopWrap = wrapAt(0);
export const keyWrap = wrapAt(1);

export function opening(name: string, code: string, reason: string, change: Opening) {
  return {
    name,
    code,
    reason,
    rpId: change.rpId ?? account.rpId,
    accountId: hex(change.accountId ?? account.accountId),
    passkey: {
      credentialId: hex(change.credentialId ?? LAPTOP.credentialId),
      prf: hex(change.prf ?? LAPTOP.prf),
    },
    splice: change.splice ?? spliceOf(second.text, change.text),
  };
}

/** Returns the base envelope's text with changed members. */
export const text = (change: Partial<typeof members>) => envelopeText({ ...members, ...change });

/** Returns the base envelope's text with another wrap for the laptop. */
export const withWrap = (wrap: Partial<Wrap>) =>
  text({ wraps: [{ ...laptopWrap, ...wrap }, keyWrap] });

export function flipped(bytes: Buffer, at = 0, bit = 1): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ bit, at);
  return copy;
}

/** Sets unused bits of the last character. The decoded bytes stay the same. */
export const uncanonical = (bytes: Buffer) => {
  const exact = bytes.toString('base64url');
  const last = exact.charCodeAt(exact.length - 1);
  return [exact, exact.slice(0, -1) + String.fromCharCode(last + 1)] as const;
};
