import { i18n } from '#i18n';
import { shortAddress } from '../../../../shared/format.ts';
import type { OfferView, QuotationView } from '../../../../shared/quotations/view.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { plainPercent } from '../../../texts/numbers.ts';
import { moneyText, paidText, profitText, wholeMoney } from '../../../texts/position-texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { CardList } from '../../../ui/CardList.tsx';
import { offerStateText } from './quotation-texts.ts';

/** Lists the offers of a request, in their order. */
export function OfferList(props: {
  view: QuotationView;
  /** Cost or proceeds of the side to close, in base units; unknown if the side was received. */
  basis: bigint | undefined;
  /** Value of the side to close, between the makers' bid and ask, in base units. */
  mark: bigint | undefined;
  isBusy: boolean;
  onAccept: (offer: OfferView) => void;
}) {
  const { view } = props;
  const isCollecting = view.stage === 'collecting';
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-xs font-semibold text-muted">{i18n.t('quotations.offers')}</h3>
      {view.offersFrom === undefined ? (
        <p className="text-sm text-muted">{i18n.t('quotations.offersUnread')}</p>
      ) : (
        <CardList
          testId="offers"
          items={view.offers}
          keyOf={({ offeror }) => offeror}
          empty={i18n.t(isCollecting ? 'quotations.noOffers' : 'quotations.noneCame')}
        >
          {(offer) => (
            <Offer
              {...props}
              offer={offer}
              canAccept={isCollecting && offer.state === 'open' && !props.isBusy}
            />
          )}
        </CardList>
      )}
      {view.offersFrom === 'indexer' ? (
        <p className="text-xs text-muted">{i18n.t('quotations.offersIndexed')}</p>
      ) : null}
      {view.unreadable === 0 ? null : (
        <p className="text-xs text-muted">{i18n.t('quotations.unreadable', view.unreadable)}</p>
      )}
      {view.unopened === undefined ? null : (
        <p className="text-xs text-muted">{i18n.t('quotations.unopened', view.unopened)}</p>
      )}
    </section>
  );
}

function Offer(props: {
  view: QuotationView;
  offer: OfferView;
  basis: bigint | undefined;
  mark: bigint | undefined;
  canAccept: boolean;
  onAccept: (offer: OfferView) => void;
}) {
  const { offer, view, basis, mark } = props;
  const { token, isBuyer } = view;
  const hidden = useHidden();
  const net = offer.net ?? offer.amount;
  const profit =
    basis === undefined || offer.net === undefined
      ? undefined
      : isBuyer
        ? basis - net
        : net - basis;
  const amount = (isBuyer ? paidText : moneyText)(net, token);
  const headline = isBuyer
    ? i18n.t('quotations.pays', { amount })
    : offer.net === undefined
      ? i18n.t('quotations.feeUnknown', { amount })
      : i18n.t('quotations.proceeds', { amount });
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-xl border border-line p-3">
      <div className="flex min-w-0 flex-[999_1_11rem] flex-col gap-0.5">
        <span className="text-sm font-semibold" title={hidden(wholeMoney(net, token))}>
          {hidden(headline)}
        </span>
        {mark === undefined || offer.net === undefined ? null : (
          <span className="text-xs">
            {i18n.t('quotations.ofMark', {
              percent: plainPercent((offer.net * 10_000n) / mark),
            })}
          </span>
        )}
        {isBuyer || offer.net === undefined ? null : (
          <span className="text-xs text-muted">
            {hidden(i18n.t('quotations.gross', { amount: moneyText(offer.amount, token) }))}
          </span>
        )}
        {profit === undefined ? null : (
          <span className="text-xs">
            {hidden(i18n.t('quotations.profit', { amount: profitText(profit, token) }))}
          </span>
        )}
        <span className="text-xs text-muted" title={offer.offeror}>
          {[
            i18n.t(offer.isKnown === true ? 'quotations.fromKnown' : 'quotations.from', {
              maker: shortAddress(offer.offeror),
            }),
            offerStateText(offer.state),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
      </div>
      {offer.state === 'open' && view.stage === 'collecting' ? (
        <Button className="grow" disabled={!props.canAccept} onClick={() => props.onAccept(offer)}>
          {i18n.t('quotations.accept')}
        </Button>
      ) : null}
    </div>
  );
}
