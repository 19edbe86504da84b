import { type KnownAddress, looksLike, nameOfKnown } from '../../../shared/chain/receiver.ts';
import type { Meaning } from './meaning.ts';

/** Who gets what is sent, whoever asks for it: somebody known, somebody new, or a forgery of a known one. */
export function explainReceiver(
  known: readonly KnownAddress[],
  to: string,
): Pick<Meaning, 'checks' | 'danger'> {
  const label = 'Receiver';
  const found = known.find(({ address }) => address.toLowerCase() === to.toLowerCase());
  if (found !== undefined) {
    const name = nameOfKnown(found);
    return { checks: [{ label, status: 'passed', detail: `It is ${name}.` }] };
  }
  const alike = known.find(({ address }) => looksLike(to, address));
  if (alike === undefined) {
    const detail = 'You have never sent anything to this address.';
    return { checks: [{ label, status: 'warned', detail }] };
  }
  const detail = `It begins and ends like ${nameOfKnown(alike)} (${alike.address}), and is another one.`;
  return {
    checks: [{ label, status: 'warned', detail }],
    danger: `I have compared every digit of the receiver: it is not ${nameOfKnown(alike)}.`,
  };
}
