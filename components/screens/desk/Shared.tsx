import { useMemo } from 'react';
import { i18n } from '#i18n';
import { portfolioOf } from '../../../shared/desk/portfolio.ts';
import { decodeShared } from '../../../shared/desk/share.ts';
import { toMillionths, toNumber8 } from '../../../shared/units.ts';
import { priceText } from '../../charts/chart-texts.ts';
import { useLanguage } from '../../hooks/use-language.ts';
import { amountText } from '../../texts/numbers.ts';
import { productLabel } from '../../texts/product-name.ts';
import { localTime, wholeTime } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { FullAddress } from '../../ui/FullAddress.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Splash } from '../../ui/Splash.tsx';
import { strikesText } from '../orders/strike-text.ts';
import { PortfolioCurves } from './PortfolioCurves.tsx';
import { PortfolioFigures } from './PortfolioFigures.tsx';

/** Decimals of a number of contracts in a link. */
const DECIMALS = 6;

/** The clocks of two devices differ by less. */
const DAY_MS = 86_400_000;

/** A trade or portfolio from a link: the sender's figures, which nobody has checked. */
export function Shared({ text, onLeave }: { text: string; onLeave: () => void }) {
  const isReady = useLanguage();
  const view = useMemo(() => {
    const read = decodeShared(text);
    return read !== undefined && read.at * 1000 <= Date.now() + DAY_MS ? read : undefined;
  }, [text]);
  if (!isReady) return <Splash />;
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <header className="flex flex-wrap items-center gap-4 border-b border-line bg-surface px-4 py-2">
        <h1 className="flex items-center gap-2 font-semibold">
          <Mark size={24} />{' '}
          {i18n.t(view?.kind === 'trade' ? 'desk.sharedTrade' : 'desk.sharedPortfolio')}
        </h1>
        <Button kind="quiet" className="ms-auto" onClick={onLeave}>
          {i18n.t('desk.toDesk')}
        </Button>
      </header>
      <main className="mx-auto flex w-full max-w-6xl flex-col gap-4 p-4" data-testid="shared">
        {view === undefined ? (
          <Notice tone="bad">{i18n.t('desk.sharedUnreadable')}</Notice>
        ) : (
          <>
            <Notice tone="warn">
              {i18n.t('desk.sharedHow', {
                at: wholeTime(view.at),
                asset: view.asset,
                price: priceText(view.spot),
              })}
            </Notice>
            {view.account === undefined ? null : (
              <div className="text-sm">
                <p className="text-xs text-muted">{i18n.t('desk.sharedAccount')}</p>
                <FullAddress address={view.account} />
              </div>
            )}
            <div className="grid gap-4 md:grid-cols-[3fr_2fr]">
              <PortfolioCurves
                holdings={view.holdings}
                spot={view.spot}
                scene={{ at: view.at, volatilityShift: 0 }}
                asset={view.asset}
              />
              <PortfolioFigures
                portfolio={portfolioOf(view.holdings, view.spot, {
                  at: view.at,
                  volatilityShift: 0,
                })}
                count={view.holdings.length}
              />
            </div>
            <ul className="flex flex-col gap-1 text-sm" aria-label={i18n.t('desk.sharedParts')}>
              {view.holdings.map(({ key, terms, count, expiry }) => (
                <li key={key} className="rounded-lg border border-line bg-surface px-3 py-2">
                  {i18n.t(count > 0 ? 'desk.sharedBought' : 'desk.sharedSold', {
                    count: amountText(toMillionths(Math.abs(count)), DECIMALS),
                    product: `${productLabel(terms.product.name)} ${strikesText(terms.strikes.map(toNumber8))}`,
                    expiry: localTime(expiry),
                  })}
                </li>
              ))}
            </ul>
          </>
        )}
      </main>
    </div>
  );
}
