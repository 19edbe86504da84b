import { useQueries } from '@tanstack/react-query';
import { i18n } from '#i18n';
import { dollarsOfFee } from '../../../shared/desk/offer.ts';
import { usd8 } from '../../../shared/units.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { feeText } from '../../texts/describe-fees.ts';
import { payUsd } from '../../texts/payments.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import type { LegReview } from './use-leg-fills.ts';

/** Shows the fees of all fills of a review together, and the number of confirmations. */
export function LegCosts({ legs, owner }: Pick<LegReview, 'legs' | 'owner'>) {
  const call = useWalletCall();
  const plans = useQueries({
    queries: legs.map(({ contracts, row }) => {
      const { digest } = row;
      return {
        queryKey: ['plan', digest, `${contracts}`, owner],
        queryFn: () => call('fills.plan', { digest, contracts, account: owner }),
        retry: false,
      };
    }),
  });
  const known = plans.flatMap(({ data }) => data ?? []);
  const isWhole = known.length === legs.length;
  const before = known.reduce((sum, { preparations }) => sum + preparations.length, 0);
  const network = known.reduce<bigint | undefined>(
    (sum, { fee }) => (sum === undefined || fee === undefined ? undefined : sum + fee),
    0n,
  );
  const isReading = plans.some(({ isPending }) => isPending);
  const prompts = { count: legs.length + before, fills: legs.length, steps: before };
  return (
    <Facts testId="leg-costs">
      <Fact
        label={i18n.t('desk.legFees')}
        text={payUsd(usd8(legs.reduce((sum, fill) => sum + dollarsOfFee(fill), 0n)))}
      />
      <Fact
        label={i18n.t('desk.networkFees')}
        text={
          isWhole && network !== undefined
            ? i18n.t('ticket.atMost', { amount: feeText(network, 'ETH') })
            : '—'
        }
      />
      <Fact
        label={i18n.t('desk.prompts')}
        text={
          isWhole
            ? i18n.t('desk.promptsOf', prompts)
            : isReading
              ? '…'
              : i18n.t('desk.promptsAtLeast', { count: legs.length })
        }
      />
    </Facts>
  );
}
