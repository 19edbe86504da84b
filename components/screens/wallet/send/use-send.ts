import { useState } from 'react';
import { i18n } from '#i18n';
import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import type { BalanceView, PortfolioView } from '../../../../shared/messages/portfolio.ts';
import { parseAmount } from '../../../../shared/parse-amount.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useTypedReceiver } from '../../../hooks/use-typed-receiver.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { decimalMark, exactText } from '../../../texts/numbers.ts';

export const balanceKey = ({ chainId, token }: BalanceView) => `${chainId}:${token ?? ''}`;

/** Returns the asset, the amount and the receiver of a typed transfer. */
export function useSend({ balances, account }: PortfolioView, onSent: () => void) {
  const call = useWalletCall();
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState('');
  const balance = balances.find((row) => balanceKey(row) === chosen) ?? balances[0];
  const to = useTypedReceiver(account, balance?.chainId ?? CHAIN_ID);
  const amount = balance && parseAmount(typed, balance.decimals, decimalMark());
  const problem = balance && sendProblem(typed, amount, balance);
  const send = useAction(async () => {
    if (balance === undefined || to.address === undefined || amount === undefined) return;
    await call('transactions.send', {
      chainId: balance.chainId,
      to: to.address,
      amount: amount.toString(),
      ...(balance.token === undefined ? {} : { token: balance.token }),
    });
    onSent();
  });
  const fillMost = useAction(async ({ chainId, token, ...row }: BalanceView) => {
    const coins = { chainId, to: to.receiver?.address ?? account };
    const most =
      token === undefined ? BigInt((await call('transactions.most', coins)).amount) : row.amount;
    setTyped(exactText(most, row.decimals));
  });
  return {
    balances,
    balance,
    to,
    typed,
    setTyped,
    amount,
    problem: problem ?? fillMost.problem,
    isReady: amount !== undefined && problem === undefined && to.address !== undefined,
    send,
    fillMost,
    pick(key: string) {
      setChosen(key);
      setTyped('');
    },
  };
}

/** Returns why the typed amount can't be sent; undefined if it can, and for an empty field. */
export function sendProblem(
  text: string,
  amount: bigint | undefined,
  balance: BalanceView,
): string | undefined {
  if (text === '') return undefined;
  if (amount === undefined) {
    return i18n.t('send.badAmount', { decimals: balance.decimals });
  }
  if (amount === 0n) return i18n.t('send.zeroAmount');
  return amount > balance.amount ? i18n.t('send.tooMuch', { symbol: balance.symbol }) : undefined;
}
