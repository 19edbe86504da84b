import { i18n } from '#i18n';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { PositionRow } from '../../../../shared/positions/position-view.ts';
import type { QuotationsView } from '../../../../shared/quotations/view.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { useQuotations } from '../../../hooks/use-quotations.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { wholeMoney } from '../../../texts/position-texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { CardList } from '../../../ui/CardList.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { LeftAllowances } from './LeftAllowances.tsx';
import { QuotationCard } from './QuotationCard.tsx';
import { reasonText } from './quotation-texts.ts';

/**
 * Shows all of an account's requests to makers, and money that the factory holds for the account.
 */
export function Quotations(props: {
  account: string;
  rows: readonly PositionRow[];
  onBack: () => void;
  onAsk: () => void;
}) {
  const { account, rows } = props;
  const { data, error } = useQuotations(account);
  return (
    <div className="flex flex-col gap-3 p-4">
      <PageHeader title={i18n.t('quotations.requests')} onBack={props.onBack} />
      {error === null ? null : <Notice tone="bad">{reasonText(error)}</Notice>}
      {data === undefined ? (
        error === null ? (
          <Spinner label={i18n.t('quotations.reading')} />
        ) : null
      ) : (
        <>
          <Button kind="quiet" onClick={props.onAsk}>
            {i18n.t('quotations.titleNew')}
          </Button>
          <Claims account={account} claims={data.claims} />
          <LeftAllowances account={account} allowances={data.leftAllowances} />
          <CardList
            testId="quotations"
            items={data.quotations}
            keyOf={({ id }) => `${id}`}
            empty={i18n.t('quotations.noRequests')}
          >
            {(view) => (
              <QuotationCard
                account={account}
                view={view}
                row={rows.find(
                  ({ address, side }) =>
                    view.existing !== undefined &&
                    isSameAddress(address, view.existing) &&
                    (side === 'seller') === view.isBuyer,
                )}
              />
            )}
          </CardList>
        </>
      )}
    </div>
  );
}

function Claims({ account, claims }: { account: string; claims: QuotationsView['claims'] }) {
  const call = useWalletCall();
  const hidden = useHidden();
  const claim = useAction((token: string) => call('quotations.claim', { account, token }));
  if (claims.length === 0) return null;
  return (
    <Card className="flex flex-col gap-2" data-testid="claims">
      <h2 className="text-sm font-semibold">{i18n.t('quotations.claims')}</h2>
      {claims.map(({ token, symbol, decimals, amount }) => (
        <div key={token} className="flex items-center gap-3">
          <p className="min-w-0 flex-1 text-sm">
            {hidden(
              i18n.t('quotations.claimWhy', {
                amount: wholeMoney(amount, { address: token, symbol, decimals }),
              }),
            )}
          </p>
          <Button disabled={claim.isRunning} onClick={() => void claim.run(token)}>
            {i18n.t('quotations.claim')}
          </Button>
        </div>
      ))}
      <Notice tone="bad">{claim.problem}</Notice>
    </Card>
  );
}
