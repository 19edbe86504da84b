import { useState } from 'react';
import { i18n } from '#i18n';
import { parseAmount } from '../../../shared/parse-amount.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { splitCollateral } from '../../../shared/positions/split.ts';
import type { TokenAmount } from '../../../shared/units.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useActionCosts } from '../../hooks/use-action-costs.ts';
import { useHidden, useIsHidden } from '../../hooks/use-hidden-amounts.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { amountProblem } from '../../texts/amount-problem.ts';
import { etherCost } from '../../texts/ether-cost.ts';
import { amountText, contractsWord, decimalMark, exactText } from '../../texts/numbers.ts';
import { nameOf, strikesText, wholeMoney } from '../../texts/position-texts.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

/**
 * Splits an option into two with the same terms and holders. Submitting the form opens the approval
 * window.
 */
export function SplitPosition(props: { row: PositionRow; account: string; onDone: () => void }) {
  const { row, account } = props;
  const { token, side, address: option } = row;
  const call = useWalletCall();
  const costs = useActionCosts(account, row);
  const { contracts: all, collateral: whole } = row;
  const hidden = useHidden();
  const areHidden = useIsHidden();
  const [typed, setTyped] = useState(() => (areHidden ? '' : exactText(all / 2n, token.decimals)));
  const split = useAction(async (collateral: TokenAmount) => {
    await call('positions.split', { option, side, collateral });
    props.onDone();
  });
  const count = parseAmount(typed, token.decimals, decimalMark());
  const collateral =
    count === undefined ? undefined : splitCollateral({ contracts: all, collateral: whole }, count);
  const countText = (units: bigint) => amountText(units, token.decimals, token.decimals);
  const part = (units: bigint, locked: bigint) =>
    hidden(
      i18n.t('positions.splitPart', {
        contracts: contractsWord(countText(units)),
        collateral: wholeMoney(locked, token),
      }),
    );
  return (
    <Form
      className="gap-4 p-4"
      action={split}
      isReady={collateral !== undefined}
      onSubmit={() => collateral !== undefined && void split.run(collateral)}
      button={i18n.t('positions.giveReview')}
      busy={i18n.t('positions.waiting')}
      wide
    >
      <PageHeader title={i18n.t('positions.splitTitle')} onBack={props.onDone} />
      <p className="text-sm font-semibold">
        {nameOf(row)} {strikesText(row)}
      </p>
      <p className="text-sm text-pretty">{i18n.t('positions.splitWhy')}</p>
      <Field
        label={i18n.t('positions.splitContracts')}
        value={typed}
        inputMode="decimal"
        problem={
          collateral !== undefined
            ? undefined
            : amountProblem(typed, i18n.t('positions.splitWrong', { all: hidden(countText(all)) }))
        }
        onType={setTyped}
      />
      <Facts>
        <Fact
          label={i18n.t('positions.splitNew')}
          text={collateral === undefined || count === undefined ? '—' : part(count, collateral)}
        />
        <Fact
          label={i18n.t('positions.splitRest')}
          text={
            collateral === undefined || count === undefined
              ? '—'
              : part(all - count, whole - collateral)
          }
        />
        <Fact
          label={i18n.t('positions.splitFee')}
          text={
            costs.data?.splitFee === undefined
              ? i18n.t('positions.splitFeeUnknown')
              : etherCost(costs.data.splitFee, costs.data.etherPrice)
          }
        />
      </Facts>
    </Form>
  );
}
