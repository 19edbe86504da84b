import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { i18n } from '#i18n';
import { contractsOfSize, type Size } from '../../../../shared/orders/ticket.ts';
import type { Contracts } from '../../../../shared/units.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useKey } from '../../../hooks/use-key.ts';
import { useTicket } from '../../../hooks/use-ticket.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { FillProgress } from './FillProgress.tsx';
import type { NextQuote } from './next-quote.ts';
import { QuoteLife } from './QuoteLife.tsx';
import { Review } from './Review.tsx';
import { TicketForm } from './TicketForm.tsx';
import { firstSize, type Ticket, ticketOf, ticketPage } from './ticket-model.ts';
import { titleOf } from './ticket-texts.ts';

/** One order: choose a size with every figure in view, review the steps, follow the fill. */
export function OrderTicket(props: {
  digest: string;
  /** To begin with. */
  size?: Size | undefined;
  /** Returns the size to begin with otherwise. */
  sizeOf?: (ticket: Ticket) => Size;
  /** Called with the chosen number of contracts; zero for an unreadable one. */
  onContracts?: (count: Contracts) => void;
  onBack: () => void;
  onFilled: () => void;
}) {
  const { sizeOf = firstSize, onContracts } = props;
  const call = useWalletCall();
  const [digest, setDigest] = useState(props.digest);
  const [size, setSize] = useState(props.size);
  /** The size under review, which doesn't change when others use the budget meanwhile. */
  const [reviewed, setReviewed] = useState<Size>();
  /** Set when a newer quote replaced the one that was first shown or reviewed. */
  const [agreedPrice, setAgreedPrice] = useState<string>();
  const [fillId, setFillId] = useState<string>();
  const { data, error, isPlaceholderData } = useTicket(digest);
  const ticket = useMemo(() => (data === undefined ? undefined : ticketOf(data)), [data]);
  const first = useMemo(() => ticket && sizeOf(ticket), [ticket, sizeOf]);
  const shown = size ?? first;
  const count =
    ticket === undefined || shown === undefined ? undefined : contractsOfSize(ticket.offer, shown);
  useEffect(() => {
    if (count !== undefined) onContracts?.(count);
  }, [count, onContracts]);
  const start = useAction(async (contracts: bigint, account: string) => {
    const { id } = await call('fills.start', {
      digest,
      contracts: contracts.toString(),
      agreedPrice: shownPrice ?? '0',
      account,
    });
    setFillId(id);
  });
  const shownPrice = agreedPrice ?? data?.price;
  const follow = useCallback(
    (newer: string) => {
      setAgreedPrice(shownPrice);
      setDigest(newer);
    },
    [shownPrice],
  );
  if (fillId !== undefined) {
    return (
      <FillProgress
        id={fillId}
        onBack={props.onBack}
        onAgain={() => {
          setFillId(undefined);
          setReviewed(undefined);
        }}
        onPositions={props.onFilled}
      />
    );
  }
  if (ticket === undefined || data === undefined || first === undefined) {
    return (
      <Page title={i18n.t('ticket.order')} onBack={props.onBack}>
        {error === null && data === undefined ? (
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
  const chosen = size ?? first;
  const page = ticketPage(ticket, reviewed ?? chosen);
  const takeNewer = (newer: NextQuote) => {
    setAgreedPrice(newer.price);
    setDigest(newer.digest);
    setReviewed(undefined);
  };
  const life = (
    <>
      {error !== null && (
        <Notice tone="warn">{i18n.t('ticket.notRenewed', [error.message])}</Notice>
      )}
      <QuoteLife
        view={data}
        agreedPrice={shownPrice ?? data.price}
        isChanging={isPlaceholderData}
        onFollow={follow}
        onTake={takeNewer}
      />
    </>
  );
  if (reviewed !== undefined) {
    return (
      <Page title={i18n.t('ticket.review')} onBack={() => setReviewed(undefined)}>
        <Review
          ticket={ticket}
          page={page}
          life={life}
          problem={start.problem}
          isStarting={start.isRunning || isPlaceholderData}
          onStart={() => void start.run(page.figures.contracts, data.account)}
        />
      </Page>
    );
  }
  return (
    <Page title={titleOf(data)} onBack={props.onBack}>
      <TicketForm
        ticket={ticket}
        page={page}
        size={chosen}
        life={life}
        isChanging={isPlaceholderData}
        onSize={setSize}
        onReview={() => {
          setAgreedPrice(data.price);
          setReviewed({ by: 'contracts', amount: page.figures.contracts });
        }}
      />
    </Page>
  );
}

function Page(props: { title: string; onBack: () => void; children: ReactNode }) {
  useKey('Escape', props.onBack);
  return (
    <div className="flex min-h-full flex-col gap-3 p-4 pb-0">
      <PageHeader title={props.title} backLabel={i18n.t('ui.back')} onBack={props.onBack} />
      {props.children}
    </div>
  );
}
