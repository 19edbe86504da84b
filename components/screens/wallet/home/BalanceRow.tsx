import { i18n } from '#i18n';
import { imitatedToken } from '../../../../shared/chain/imitated-token.ts';
import { exactAmount } from '../../../../shared/format.ts';
import type { BalanceView } from '../../../../shared/messages/portfolio.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { centsText, exactText, plainPercent, tokenText } from '../../../texts/numbers.ts';
import { WayBack } from './WayBack.tsx';

/** Shows the balance of one asset and its value. */
export function BalanceRow({ balance }: { balance: BalanceView }) {
  const hidden = useHidden();
  const { amount, chainId, token, symbol } = balance;
  const imitated =
    token === undefined ? undefined : imitatedToken({ chainId, address: token, symbol });
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-2.5">
      <div>
        <p className="text-sm font-medium">{balance.lent?.asset ?? balance.symbol}</p>
        <p className="text-xs text-muted">{nameOf(balance)}</p>
        <WayBack balance={balance} />
        {imitated === undefined ? null : (
          <p className="text-xs text-bad">{i18n.t('home.imitatesToken', { symbol: imitated })}</p>
        )}
      </div>
      <div
        className="text-end"
        title={hidden(`${exactText(amount, balance.decimals)} ${balance.symbol}`)}
      >
        <p
          className="text-sm font-medium"
          data-testid={`balance-${balance.symbol}`}
          data-exact={hidden(exactAmount(amount, balance.decimals))}
        >
          {hidden(tokenText(amount, balance))}
        </p>
        <p className="text-xs text-muted">
          {balance.usdCents === undefined ? '—' : hidden(centsText(balance.usdCents))}
        </p>
      </div>
    </li>
  );
}

function nameOf({ lent, name, network }: BalanceView): string {
  if (lent !== undefined) {
    const { asset, rateBps } = lent;
    if (rateBps === undefined) return i18n.t('funds.lent', { asset });
    const rate = plainPercent(BigInt(rateBps));
    return i18n.t('funds.lentAt', { rate });
  }
  return network === 'Base' ? name : i18n.t('home.coinOnNetwork', { name, network });
}
