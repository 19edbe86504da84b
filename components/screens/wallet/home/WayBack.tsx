import { i18n } from '#i18n';
import { reserveOf } from '../../../../shared/chain/lending.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { BalanceView } from '../../../../shared/messages/portfolio.ts';
import { useAccount } from '../../../hooks/use-accounts.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';

/** Offers to convert the lending pool's receipts back to their asset, or wrapped ether to ether. */
export function WayBack({ balance }: { balance: BalanceView }) {
  const call = useWalletCall();
  const { token, lent } = balance;
  const back = useAction(() =>
    call('funds.back', { account: owner?.address ?? '', token: token ?? '' }),
  );
  const owner = useAccount();
  const isWrapped =
    token !== undefined &&
    balance.network === 'Base' &&
    isSameAddress(token, reserveOf('WETH').asset.address);
  if (
    owner === undefined ||
    owner.kind === 'watch' ||
    balance.amount === 0n ||
    (lent === undefined && !isWrapped)
  )
    return null;
  const to = lent === undefined || lent.asset === 'WETH' ? 'ETH' : lent.asset;
  return (
    <>
      <button
        type="button"
        disabled={back.isRunning}
        onClick={() => void back.run()}
        className="min-h-6 text-xs font-semibold text-accent underline disabled:opacity-45"
      >
        {i18n.t('funds.back', { asset: to })}
      </button>
      {back.problem === undefined ? null : <p className="text-xs text-bad">{back.problem}</p>}
    </>
  );
}
