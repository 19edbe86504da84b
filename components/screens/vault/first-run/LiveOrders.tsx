import { i18n } from '#i18n';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { OrdersPage } from '../../trade/orders/OrdersPage.tsx';

/** The live orders, for somebody who has no wallet yet. */
export function LiveOrders({ onBack }: { onBack: () => void }) {
  return (
    <main className="flex h-full flex-col">
      <div className="border-b border-line p-4">
        <PageHeader title={i18n.t('firstRun.ordersTitle')} onBack={onBack} />
      </div>
      <div className="min-h-0 flex-1">
        <OrdersPage
          Ticket={({ onBack: close }) => <NeedsWallet onBack={close} onStart={onBack} />}
          onFilled={onBack}
        />
      </div>
    </main>
  );
}

/** A ticket needs an account to fill it with. */
function NeedsWallet({ onBack, onStart }: { onBack: () => void; onStart: () => void }) {
  return (
    <div className="flex flex-col gap-4 p-4">
      <Notice>{i18n.t('firstRun.ordersNeedWallet')}</Notice>
      <Button onClick={onStart}>{i18n.t('firstRun.create')}</Button>
      <Button kind="quiet" onClick={onBack}>
        {i18n.t('firstRun.moreOrders')}
      </Button>
    </div>
  );
}
