import { i18n } from '#i18n';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { useActivity } from '../../hooks/use-activity.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { amountText } from '../../texts/numbers.ts';

/** Rows of the activity that are read. */
const MOST = 500;
const ETH_DECIMALS = 18;

/** Network fees of the account's transactions on Base, as far as this device knows them. */
export function NetworkFees() {
  const hidden = useHidden();
  const account = useSnapshot(({ selected }) => selected);
  const activity = useActivity('transaction', MOST);
  const sum = (activity?.rows ?? []).reduce(
    (total, entry) =>
      entry.kind === 'transaction' &&
      entry.chainId === CHAIN_ID &&
      account !== undefined &&
      isSameAddress(entry.account, account) &&
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
