import { i18n } from '#i18n';
import type { KnownAddress, ReceiverRefusal } from '../../shared/chain/receiver.ts';
import { shortAddress } from '../../shared/format.ts';

export function nameOfKnown({ address, name, kind }: KnownAddress): string {
  if (kind === 'earlierReceiver') return i18n.t('receiver.earlier');
  const values = { name: name ?? shortAddress(address) };
  return kind === 'contact' ? i18n.t('receiver.contact', values) : i18n.t('receiver.own', values);
}

export function refusalText(refusal: ReceiverRefusal): string {
  return refusal.reason === 'token'
    ? i18n.t('receiver.token', { symbol: refusal.symbol })
    : i18n.t(`receiver.${refusal.reason}`);
}
