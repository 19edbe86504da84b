import { shortAddress } from '../format.ts';
import type { KnownAddress, ReceiverRefusal } from './receiver.ts';

/** The caller's reader of texts (`i18n.t`): pages and worker have one each, `shared` has none. */
interface Say {
  (key: `receiver.${'earlier' | PlainReason}`): string;
  (key: `receiver.${'contact' | 'own'}`, values: { name: string }): string;
  (key: 'receiver.token', values: { symbol: string }): string;
}
type PlainReason = Exclude<ReceiverRefusal['reason'], 'token'>;

/** A known address as a sentence names it. */
export function nameOfKnown(say: Say, { address, name, kind }: KnownAddress): string {
  if (kind === 'earlier receiver') return say('receiver.earlier');
  const known = name ?? shortAddress(address);
  return say(kind === 'contact' ? 'receiver.contact' : 'receiver.own', { name: known });
}

/** Why nothing may be sent to an address, as a sentence. */
export function refusalText(say: Say, refusal: ReceiverRefusal): string {
  return refusal.reason === 'token'
    ? say('receiver.token', { symbol: refusal.symbol })
    : say(`receiver.${refusal.reason}`);
}
