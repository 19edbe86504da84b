import { useState } from 'react';
import { i18n } from '#i18n';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useReceiver } from '../../hooks/use-receiver.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { nameOf, paidText } from '../../texts/position-texts.ts';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ReceiverFacts } from '../wallet/send/ReceiverFacts.tsx';
import { ReceiverList } from '../wallet/send/ReceiverList.tsx';

/** Transfers a side of an option, with the same checks as sending; the approval window follows. */
export function TransferPosition(props: { row: PositionRow; account: string; onDone: () => void }) {
  const { row, account } = props;
  const call = useWalletCall();
  const [to, setTo] = useState('');
  /** The address whose danger was acknowledged; another one needs a new acknowledgement. */
  const [acknowledged, setAcknowledged] = useState<string>();
  const receiver = useReceiver(to, account, CHAIN_ID);
  const isBuyer = row.side === 'buyer';
  const give = useAction(async (address: string) => {
    await call('positions.transfer', { option: row.address, isBuyer, to: address });
    props.onDone();
  });
  const address = receiver?.address;
  const isReady =
    address !== undefined &&
    receiver?.refusal === undefined &&
    (receiver?.lookAlike === undefined || acknowledged === address);
  return (
    <Form
      className="gap-4 p-4"
      action={give}
      isReady={isReady}
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
      <div className="flex flex-col gap-2">
        <Field
          label={i18n.t('positions.giveTo')}
          placeholder={i18n.t('positions.givePlaceholder')}
          value={to}
          problem={receiver?.refusal}
          hint={receiver?.isLooking ? i18n.t('positions.giveLooking') : receiver?.note}
          onType={setTo}
        />
        {receiver !== undefined && address !== undefined ? (
          <ReceiverFacts
            receiver={{ ...receiver, address }}
            firstTime={i18n.t('positions.giveFirstTime')}
            isAcknowledged={acknowledged === address}
            onAcknowledge={(isGiven) => setAcknowledged(isGiven ? address : undefined)}
          />
        ) : (
          <ReceiverList typed={to} from={account} onPick={setTo} />
        )}
      </div>
    </Form>
  );
}
