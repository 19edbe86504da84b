import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import { useKey } from '../../../hooks/use-key.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { FillProgress } from './FillProgress.tsx';
import { QuoteLife } from './QuoteLife.tsx';
import { Review } from './Review.tsx';
import { TicketForm } from './TicketForm.tsx';
import { titleOf } from './ticket-texts.ts';
import { type OrderTicketProps, useOrderTicket } from './use-order-ticket.ts';

/** Shows one order: choice of a size with figures, the review, and the fill's progress. */
export function OrderTicket(props: OrderTicketProps) {
  return <OrderTicketView {...props} {...useOrderTicket(props)} />;
}

export function OrderTicketView(props: OrderTicketProps & ReturnType<typeof useOrderTicket>) {
  const { ticket, page, size, error, isChanging, fillId, start } = props;
  if (fillId !== undefined) {
    return (
      <FillProgress
        id={fillId}
        onBack={props.onBack}
        onAgain={props.again}
        onPositions={props.onFilled}
      />
    );
  }
  if (ticket === undefined || page === undefined || size === undefined) {
    return (
      <Page title={i18n.t('ticket.order')} onBack={props.onBack}>
        {props.isReading ? (
          <Spinner />
        ) : (
          <>
            <Notice tone="bad">{error?.message ?? i18n.t('ticket.unreadable')}</Notice>
            <Button kind="quiet" onClick={props.onBack}>
              {i18n.t('ticket.backToOrders')}
            </Button>
          </>
        )}
      </Page>
    );
  }
  const { view } = ticket;
  const life = (
    <>
      {error !== null && (
        <Notice tone="warn">{i18n.t('ticket.notRenewed', [error.message])}</Notice>
      )}
      <QuoteLife
        view={view}
        agreedPrice={props.shownPrice ?? view.price}
        isChanging={isChanging}
        onFollow={props.follow}
        onTake={props.takeNewer}
      />
    </>
  );
  if (props.isReviewing) {
    return (
      <Page title={i18n.t('ticket.review')} onBack={props.leaveReview} isFocused>
        <Review
          ticket={ticket}
          page={page}
          life={life}
          problem={start.problem}
          isStarting={start.isRunning || isChanging}
          onStart={() => void start.run(page.figures.contracts, view.account ?? '')}
        />
      </Page>
    );
  }
  return (
    <Page title={titleOf(view)} onBack={props.onBack} isFocused={props.wasReviewed}>
      <TicketForm
        ticket={ticket}
        page={page}
        size={size}
        life={life}
        isChanging={isChanging}
        onSize={props.setSize}
        onReview={props.review}
        onCreate={props.onCreate}
      />
    </Page>
  );
}

function Page(props: {
  title: string;
  onBack: () => void;
  isFocused?: boolean;
  children: ReactNode;
}) {
  useKey('Escape', props.onBack);
  return (
    <div className="flex min-h-full flex-col gap-3 p-4 pb-0">
      <PageHeader
        title={props.title}
        backLabel={i18n.t('ui.back')}
        onBack={props.onBack}
        isFocused={props.isFocused ?? false}
      />
      {props.children}
    </div>
  );
}
