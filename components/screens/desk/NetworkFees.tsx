import { i18n } from '#i18n';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { AccountView } from '../../../shared/messages/snapshot.ts';
import { useActivity } from '../../hooks/use-activity.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { amountText } from '../../texts/numbers.ts';

/** Rows of the activity that are read. */
const MOST = 500;
const ETH_DECIMALS = 18;

/** Network fees of the accounts' transactions on Base, as far as this device knows them. */
export function NetworkFees({ accounts }: { accounts: readonly AccountView[] }) {
  const hidden = useHidden();
  const activity = useActivity('transaction', MOST);
  const sum = (activity?.rows ?? []).reduce(
    (total, entry) =>
      entry.kind === 'transaction' &&
      entry.chainId === CHAIN_ID &&
      accounts.some(({ address }) => isSameAddress(entry.account, address)) &&
      'gasCost' in entry
        ? total + BigInt(entry.gasCost ?? 0)
        : total,
    0n,
  );
  return (
    <div title={i18n.t('desk.networkFeesWhy')}>
      <dt className="text-xs text-muted">{i18n.t('desk.networkFees')}</dt>
      <dd className="font-semibold">
        {sum === 0n ? '—' : `${hidden(amountText(sum, ETH_DECIMALS))} ETH`}
      </dd>
    </div>
  );
}
