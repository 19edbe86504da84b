import { i18n } from '#i18n';
import { knownAddresses } from '../../../../shared/chain/receiver.ts';
import { shortAddress } from '../../../../shared/format.ts';
import { useAccounts } from '../../../hooks/use-accounts.ts';
import { useReceivers } from '../../../hooks/use-activity.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { Identicon } from '../../../ui/Identicon.tsx';

const SHOWN = 5;
/** Suggests contacts, the user's accounts and earlier receivers that match the typed text. */
export function ReceiverList(props: {
  typed: string;
  from: string;
  onPick: (address: string) => void;
}) {
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const accounts = useAccounts();
  const receivers = useReceivers();
  if (vault?.status !== 'unlocked') return null;
  const text = props.typed.trim().toLowerCase();
  const seen = new Set([props.from.toLowerCase()]);
  const rows = knownAddresses({
    contacts: vault.contacts,
    accounts,
    receivers,
  }).filter(({ address, name }) => {
    const key = address.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return key.includes(text) || (name ?? '').toLowerCase().includes(text);
  });
  if (rows.length === 0) return null;
  return (
    <ul
      aria-label={i18n.t('send.suggestions')}
      className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
    >
      {rows.slice(0, SHOWN).map(({ address, name, kind }) => (
        <li key={address}>
          <button
            type="button"
            onClick={() => props.onPick(address)}
            className="flex w-full items-center gap-3 px-3 py-2 text-start hover:bg-raised"
          >
            <Identicon address={address} size={28} />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-medium">
                {name ?? shortAddress(address)}
              </span>
              <span className="block truncate text-xs text-muted">
                {name === undefined ? '' : `${shortAddress(address)} · `}
                {i18n.t(`send.known.${kind}`)}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
