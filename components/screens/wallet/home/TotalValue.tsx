import { i18n } from '#i18n';
import { type Holdings, holdingsOf } from '../../../../shared/positions/holdings.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { usePositions } from '../../../hooks/use-positions.ts';
import { signedUsdText, usdText } from '../../../texts/numbers.ts';

/** Units per cent of a value with 8 decimals. */
const CENT = 1_000_000n;

/** Milliseconds: a total needs no price of the last seconds. */
const POSITIONS_MS = 60_000;

/** Shows the total value of the account: tokens, positions and locked collateral. */
export function TotalValue(props: { account: string; tokensUsdCents: string | undefined }) {
  const hidden = useHidden();
  const { data } = usePositions(props.account, 'open', POSITIONS_MS);
  const holdings = data === undefined ? undefined : holdingsOf(data.rows);
  const tokens =
    props.tokensUsdCents === undefined ? undefined : BigInt(props.tokensUsdCents) * CENT;
  const total =
    tokens === undefined
      ? undefined
      : tokens + (holdings?.marksUsd ?? 0n) + (holdings?.collateralUsd ?? 0n);
  return (
    <>
      <p
        className="text-2xl max-[340px]:text-lg font-semibold tracking-tight break-words"
        data-testid="total"
      >
        {total === undefined ? '—' : hidden(usdText(total))}
      </p>
      {holdings === undefined || holdings.count === 0 || tokens === undefined ? null : (
        <Breakdown tokens={tokens} holdings={holdings} />
      )}
    </>
  );
}

function Breakdown({ tokens, holdings }: { tokens: bigint; holdings: Holdings }) {
  const hidden = useHidden();
  const { marksUsd, collateralUsd, unknown } = holdings;
  return (
    <>
      <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-3 text-xs" data-testid="breakdown">
        <dt className="text-muted">{i18n.t('home.inTokens')}</dt>
        <dd className="text-end">{hidden(usdText(tokens))}</dd>
        <dt className="text-muted">{i18n.t('home.inPositions')}</dt>
        <dd className="text-end">{hidden(signedUsdText(marksUsd))}</dd>
        {collateralUsd === 0n ? null : (
          <>
            <dt className="text-muted">{i18n.t('home.inCollateral')}</dt>
            <dd className="text-end">{hidden(signedUsdText(collateralUsd))}</dd>
          </>
        )}
      </dl>
      {unknown === 0 ? null : (
        <p className="text-xs text-muted">{i18n.t('home.withoutPositions', unknown)}</p>
      )}
    </>
  );
}
