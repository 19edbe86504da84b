import { i18n } from '#i18n';
import { type KnownAddress, looksLike } from '../../../shared/chain/receiver.ts';
import { nameOfKnown } from '../../../shared/chain/receiver-words.ts';
import type { Meaning } from './meaning.ts';

/** Who gets what is sent, whoever asks for it: somebody known, somebody new, or a forgery of a known one. */
export function explainReceiver(
  known: readonly KnownAddress[],
  to: string,
): Pick<Meaning, 'checks' | 'danger'> {
  const label = i18n.t('approving.receiver');
  const found = known.find(({ address }) => isSame(address, to));
  if (found !== undefined) {
    const name = nameOfKnown(i18n.t, found);
    return { checks: [{ label, status: 'passed', detail: i18n.t('approving.itIs', { name }) }] };
  }
  const alike = lookAlikeOf(known, to, 'receiver');
  if (alike !== undefined) return alike;
  const detail = i18n.t('approving.youHaveNeverSentAnything');
  return { checks: [{ label, status: 'warned', detail }] };
}

/** Whether an address is made to be taken for a known one; `undefined` when it is not. */
export function lookAlikeOf(
  known: readonly KnownAddress[],
  address: string,
  who: 'receiver' | 'spender',
): (Pick<Meaning, 'checks'> & { danger: string }) | undefined {
  const alike = known.find((one) => looksLike(address, one.address));
  if (alike === undefined || known.some((one) => isSame(one.address, address))) return undefined;
  const label = i18n.t(who === 'receiver' ? 'approving.receiver' : 'approving.spender');
  const detail = i18n.t('approving.itBeginsAndEndsLike', {
    name: nameOfKnown(i18n.t, alike),
    address: alike.address,
  });
  return {
    checks: [{ label, status: 'warned', detail }],
    danger: i18n.t(
      who === 'receiver' ? 'approving.comparedReceiver' : 'approving.comparedSpender',
      {
        name: nameOfKnown(i18n.t, alike),
      },
    ),
  };
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
