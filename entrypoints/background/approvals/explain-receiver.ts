import { type KnownAddress, looksLike, nameOfKnown } from '../../../shared/chain/receiver.ts';
import type { Meaning } from './meaning.ts';

/** Who gets what is sent, whoever asks for it: somebody known, somebody new, or a forgery of a known one. */
export function explainReceiver(
  known: readonly KnownAddress[],
  to: string,
): Pick<Meaning, 'checks' | 'danger'> {
  const label = 'Receiver';
  const found = known.find(({ address }) => isSame(address, to));
  if (found !== undefined) {
    const name = nameOfKnown(found);
    return { checks: [{ label, status: 'passed', detail: `It is ${name}.` }] };
  }
  const alike = lookAlikeOf(known, to, label);
  if (alike !== undefined) return alike;
  const detail = 'You have never sent anything to this address.';
  return { checks: [{ label, status: 'warned', detail }] };
}

/** Whether an address is made to be taken for a known one; `undefined` when it is not. */
export function lookAlikeOf(
  known: readonly KnownAddress[],
  address: string,
  label: 'Receiver' | 'Spender',
): (Pick<Meaning, 'checks'> & { danger: string }) | undefined {
  const alike = known.find((one) => looksLike(address, one.address));
  if (alike === undefined || known.some((one) => isSame(one.address, address))) return undefined;
  const detail = `It begins and ends like ${nameOfKnown(alike)} (${alike.address}), and is another one.`;
  return {
    checks: [{ label, status: 'warned', detail }],
    danger: `I have compared every digit of the ${label.toLowerCase()}: it is not ${nameOfKnown(alike)}.`,
  };
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
