import { i18n } from '#i18n';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { IsPart } from '../../../ui/PageTitle.tsx';
import { OrdersPage } from '../../trade/orders/OrdersPage.tsx';
import { OrderTicket } from '../../trade/ticket/OrderTicket.tsx';

/** Shows live orders and their figures to a user without a wallet. */
export function LiveOrders({ onBack }: { onBack: () => void }) {
  return (
    <main className="flex h-full flex-col">
      <div className="border-b border-line p-4">
        <PageHeader title={i18n.t('firstRun.ordersTitle')} onBack={onBack} />
      </div>
      <div className="min-h-0 flex-1">
        <IsPart value={true}>
          <OrdersPage Ticket={OrderTicket} onFilled={onBack} onCreate={onBack} />
        </IsPart>
      </div>
    </main>
  );
}
