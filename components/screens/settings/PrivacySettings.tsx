import { i18n } from '#i18n';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import { RECIPIENTS, type Recipient } from '../../../shared/privacy.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';

/** Shows the privacy policy: all data that leaves the device, and the hosts that get it. */
export function PrivacySettings() {
  const snapshot = useSnapshot((all) => all);
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="text-pretty">{i18n.t('privacy.intro')}</p>
      <p className="text-pretty">{i18n.t('privacy.connection')}</p>
      {RECIPIENTS.map((recipient) => {
        const hosts = snapshot === undefined ? undefined : hostsOf(recipient, snapshot);
        return (
          <section key={recipient} className="flex flex-col gap-1">
            <h2 className="font-semibold">{i18n.t(`privacy.${recipient}Title`)}</h2>
            <p className="text-pretty text-muted">{i18n.t(`privacy.${recipient}`)}</p>
            {hosts === undefined ? null : (
              <p className="text-xs break-words text-muted">
                {i18n.t('privacy.now', { hosts: hosts.join(', ') || i18n.t('privacy.none') })}
              </p>
            )}
          </section>
        );
      })}
      <p className="text-pretty">{i18n.t('privacy.questions')}</p>
    </div>
  );
}

/** Returns the current hosts of a recipient; undefined if the recipient has no fixed hosts. */
function hostsOf(
  recipient: Recipient,
  { services, networks, phishingList }: WalletSnapshot,
): readonly string[] | undefined {
  switch (recipient) {
    case 'vault':
      return hostsIn([services.vaultUrl]);
    case 'nodes':
      return hostsIn([...services.rpcUrls, ...networks.flatMap(({ rpcUrls }) => rpcUrls)]);
    case 'feed':
      return hostsIn(services.ordersUrls);
    case 'indexer':
      return hostsIn([services.indexerUrl, services.positionsUrl]);
    case 'phishing':
      return phishingList.isWeekly ? hostsIn([phishingList.source]) : [];
    default:
      return undefined;
  }
}

function hostsIn(urls: readonly string[]): readonly string[] {
  return [...new Set(urls.flatMap((url) => URL.parse(url)?.host ?? []))];
}
