import { useQuery } from '@tanstack/react-query';
import { i18n } from '#i18n';
import { UNLIMITED } from '../../../shared/chain/chain-context.ts';
import { shortAddress } from '../../../shared/format.ts';
import type { AllowanceView } from '../../../shared/messages/snapshot.ts';
import { shownAmount, tokenName } from '../../approvals/describe-amounts.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { ageOf } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Lists who can take tokens of the selected account, as the chain reports it now. */
export function AllowanceSettings() {
  const call = useWalletCall();
  const account = useSnapshot((snapshot) => snapshot.selected);
  // A transaction that was just mined can have granted or revoked one.
  const mined = useSnapshot(({ activity }) => activity.newestMined);
  const { data, error } = useQuery({
    queryKey: ['allowances', account, mined],
    queryFn: () => call('allowances.list', {}),
    placeholderData: (before) => before,
    enabled: account !== undefined,
    retry: false,
  });
  const now = useNow(10_000);
  if (error !== null) {
    return <Notice tone="warn">{i18n.t('allowances.failed', { message: error.message })}</Notice>;
  }
  if (data === undefined)
    return <p className="text-sm text-muted">{i18n.t('allowances.reading')}</p>;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        {data.length === 0 ? i18n.t('allowances.empty') : i18n.t('allowances.intro')}
      </p>
      <CardList
        testId="allowances"
        items={data}
        keyOf={({ token, spender }) => `${token.address}:${spender}`}
      >
        {(allowance) => <AllowanceCard allowance={allowance} now={now} />}
      </CardList>
    </div>
  );
}

function AllowanceCard({ allowance, now }: { allowance: AllowanceView; now: number }) {
  const { token, spender, isBook, units, grantedAt } = allowance;
  const symbol = tokenName(token);
  const call = useWalletCall();
  const revoke = useAction(() => call('allowances.revoke', { token: token.address, spender }));
  const isUnlimited = BigInt(units) >= UNLIMITED;
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className={`text-sm font-medium ${isUnlimited ? 'text-bad' : ''}`}>
            {isUnlimited
              ? i18n.t('allowances.allOf', { symbol })
              : shownAmount({ token, units }).value}
          </p>
          <p className="text-xs text-muted" title={spender}>
            {i18n.t('allowances.spender', {
              spender: i18n.t(isBook ? 'meaning.orderBook' : 'allowances.unknownContract'),
              address: shortAddress(spender),
            })}
          </p>
          <p className="text-xs text-muted">
            {i18n.t('allowances.given', { grantedAt: ageOf(grantedAt, now) })}
          </p>
        </div>
        <Button
          kind="quiet"
          aria-label={i18n.t('allowances.revokeOf', { symbol, spender: shortAddress(spender) })}
          disabled={revoke.isRunning}
          onClick={() => void revoke.run()}
        >
          {revoke.isRunning ? i18n.t('allowances.confirming') : i18n.t('allowances.revoke')}
        </Button>
      </div>
      {revoke.problem === undefined ? null : <Notice tone="bad">{revoke.problem}</Notice>}
    </Card>
  );
}
