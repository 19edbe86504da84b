import { i18n } from '#i18n';
import { CHAIN_ID, FACTORY_R12 } from '../../../../shared/chain/deployments.ts';
import type { QuotationsView } from '../../../../shared/quotations/view.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { moneyText } from '../../../texts/position-texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** Lists allowances of the factory that requests no longer need, with buttons that revoke them. */
export function LeftAllowances(props: {
  account: string;
  allowances: QuotationsView['leftAllowances'];
}) {
  const { account, allowances } = props;
  const call = useWalletCall();
  const hidden = useHidden();
  const revoke = useAction((token: string) => {
    const ref = { chainId: CHAIN_ID, account, kind: 'token', token, spender: FACTORY_R12 } as const;
    return call('allowances.revoke', { refs: [ref] });
  });
  return allowances.map(({ token, symbol, decimals, amount }) => (
    <section
      key={token}
      className="flex flex-col gap-2 rounded-xl border border-warn bg-warn-soft p-3 text-sm"
      data-testid="left-allowance"
    >
      <p>
        {hidden(
          i18n.t('quotations.allowanceLeft', {
            amount: moneyText(amount, { address: token, symbol, decimals }),
          }),
        )}
      </p>
      <Notice tone="bad">{revoke.problem}</Notice>
      <Button kind="quiet" disabled={revoke.isRunning} onClick={() => void revoke.run(token)}>
        {i18n.t('progress.revoke')}
      </Button>
    </section>
  ));
}
