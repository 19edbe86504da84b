import { i18n } from '#i18n';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useTypedReceiver } from '../../hooks/use-typed-receiver.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { nameOf, paidText } from '../../texts/position-texts.ts';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ReceiverField } from '../wallet/send/ReceiverField.tsx';

/** Transfers a side of an option with the checks of a payment. The approval window follows. */
export function TransferPosition(props: { row: PositionRow; account: string; onDone: () => void }) {
  const { row, account } = props;
  const call = useWalletCall();
  const to = useTypedReceiver(account, CHAIN_ID);
  const isBuyer = row.side === 'buyer';
  const give = useAction(async (address: string) => {
    await call('positions.transfer', { option: row.address, isBuyer, to: address });
    props.onDone();
  });
  const { address } = to;
  return (
    <Form
      className="gap-4 p-4"
      action={give}
      isReady={address !== undefined}
      onSubmit={() => address !== undefined && void give.run(address)}
      button={i18n.t('positions.giveReview')}
      busy={i18n.t('positions.waiting')}
      wide
    >
      <PageHeader title={i18n.t('positions.giveTitle')} onBack={props.onDone} />
      <p className="text-sm font-semibold">{nameOf(row)}</p>
      <Notice tone="warn">
        {isBuyer
          ? i18n.t('positions.giveBuyer')
          : i18n.t('positions.giveSeller', { amount: paidText(row.collateral, row.token) })}
      </Notice>
      <ReceiverField
        to={to}
        label={i18n.t('positions.giveTo')}
        placeholder={i18n.t('positions.givePlaceholder')}
        looking={i18n.t('positions.giveLooking')}
        firstTime={i18n.t('positions.giveFirstTime')}
      />
    </Form>
  );
}
