import { PositionPage } from '../../../components/screens/holdings/PositionPage.tsx';
import { Positions } from '../../../components/screens/holdings/Positions.tsx';
import { OwnQuotes } from '../../../components/screens/trade/maker/OwnQuotes.tsx';
import { EmptyOrders } from '../../../components/screens/trade/orders/EmptyOrders.tsx';
import { OrdersPage } from '../../../components/screens/trade/orders/OrdersPage.tsx';
import { AskMakers } from '../../../components/screens/trade/quotations/AskMakers.tsx';
import { AskNew } from '../../../components/screens/trade/quotations/AskNew.tsx';
import { Quotations } from '../../../components/screens/trade/quotations/Quotations.tsx';
import { OpenedFill } from '../../../components/screens/trade/ticket/OpenedFill.tsx';
import { OrderTicket } from '../../../components/screens/trade/ticket/OrderTicket.tsx';
import { SmartOffer } from '../../../components/screens/trade/ticket/SmartOffer.tsx';
import type { Entry } from '../entry.ts';
import { digestOf } from '../samples/market.ts';
import { FILLS, POSITIONS, PUT } from '../samples/positions.ts';
import { ACCOUNT } from '../samples/snapshot.ts';

const nothing = () => undefined;
const orders = <OrdersPage Ticket={OrderTicket} onFilled={nothing} />;
const ticket = (product: string, side: 'buy' | 'sell') => (
  <OrderTicket digest={digestOf(product, side)} onBack={nothing} onFilled={nothing} />
);

export const TRADE: readonly Entry[] = [
  { name: 'orders', size: 'popup', element: orders },
  { name: 'orders-in-a-tab', size: 'tab', element: orders },
  ...(['reading', 'dead', 'noMaker', 'nothingFits'] as const).map(
    (state): Entry => ({
      name: `orders-${state.replace(' ', '-')}`,
      size: 'popup',
      element: <EmptyOrders state={state} onClear={nothing} onAsk={nothing} />,
    }),
  ),
  { name: 'ticket-buy', size: 'popup', element: ticket('PUT', 'buy') },
  { name: 'ticket-sell', size: 'popup', element: ticket('PUT', 'sell') },
  { name: 'ticket-physical', size: 'popup', element: ticket('PHYSICAL_PUT', 'sell') },
  { name: 'ticket-structure', size: 'popup', element: ticket('IRON_CONDOR', 'buy') },
  {
    name: 'ticket-smart-offer',
    size: 'popup',
    element: (
      <div className="p-4">
        <SmartOffer steps={2} onAnswer={nothing} />
      </div>
    ),
  },
  ...Object.entries(FILLS).map(
    ([stage, fill]): Entry => ({
      name: `fill-${stage}`,
      size: 'popup',
      element: <OpenedFill id={fill.id} onBack={nothing} onPositions={nothing} />,
      snapshot: { fills: [fill] },
    }),
  ),
  { name: 'positions', size: 'popup', element: <Positions onOrders={nothing} /> },
  { name: 'positions-in-a-tab', size: 'tab', element: <Positions onOrders={nothing} /> },
  {
    name: 'position',
    size: 'popup',
    element: <PositionPage row={PUT} account={ACCOUNT} onBack={nothing} onLater={nothing} />,
  },
  {
    name: 'quotations',
    size: 'popup',
    element: (
      <Quotations account={ACCOUNT} rows={POSITIONS.rows} onBack={nothing} onAsk={nothing} />
    ),
  },
  {
    name: 'ask-to-close',
    size: 'popup',
    element: (
      <div className="p-4">
        <AskMakers row={PUT} account={ACCOUNT} isClosed={false} onPart={nothing} onRead={nothing} />
      </div>
    ),
  },
  { name: 'ask-makers', size: 'popup', element: <AskNew onBack={nothing} onPositions={nothing} /> },
  { name: 'maker', size: 'popup', element: <OwnQuotes /> },
];
