import { i18n } from '#i18n';
import {
  arePositionsRead,
  type Holdings,
  holdingsOf,
} from '../../../../shared/positions/holdings.ts';
import type { Cents } from '../../../../shared/units.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { usePositions } from '../../../hooks/use-positions.ts';
import { signedUsdText, usdText } from '../../../texts/numbers.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';

const UNKNOWN = '—';
/** A cent in 8 decimals. */
const CENT = 1_000_000n;

/** Milliseconds between reads of the positions. A total doesn't need the latest prices. */
const POSITIONS_MS = 60_000;

/**
 * Shows the account's total value: tokens, positions and locked collateral. Without the value of
 * the positions, the total is unknown.
 */
export function TotalValue(props: { account: string; tokensUsdCents: Cents | undefined }) {
  const hidden = useHidden();
  const { data } = usePositions(props.account, 'open', POSITIONS_MS);
  const holdings =
    data === undefined || !arePositionsRead(data) ? undefined : holdingsOf(data.rows);
  const tokens = props.tokensUsdCents === undefined ? undefined : props.tokensUsdCents * CENT;
  const { marksUsd, collateralUsd } = holdings ?? {};
  const total =
    tokens === undefined || marksUsd === undefined || collateralUsd === undefined
      ? undefined
      : tokens + marksUsd + collateralUsd;
  return (
    <>
      <p
        className="text-2xl max-[340px]:text-lg font-semibold tracking-tight break-words"
        data-testid="total"
      >
        {total === undefined ? UNKNOWN : hidden(usdText(total))}
      </p>
      {holdings?.count === 0 || tokens === undefined ? null : (
        <Breakdown tokens={tokens} holdings={holdings} />
      )}
    </>
  );
}

function Breakdown({ tokens, holdings }: { tokens: bigint; holdings: Holdings | undefined }) {
  const hidden = useHidden();
  const { marksUsd, collateralUsd, unknown = 0 } = holdings ?? {};
  const signed = (usd: bigint | undefined) =>
    usd === undefined ? UNKNOWN : hidden(signedUsdText(usd));
  return (
    <>
      <Facts className="mt-1 text-xs" testId="breakdown">
        <Fact label={i18n.t('home.inTokens')} text={hidden(usdText(tokens))} />
        <Fact label={i18n.t('home.inPositions')} text={signed(marksUsd)} />
        {holdings === undefined || collateralUsd === 0n ? null : (
          <Fact label={i18n.t('home.inCollateral')} text={signed(collateralUsd)} />
        )}
      </Facts>
      {holdings === undefined ? (
        <p className="text-xs text-muted">{i18n.t('home.positionsUnread')}</p>
      ) : null}
      {unknown === 0 ? null : (
        <p className="text-xs text-muted">{i18n.t('home.withoutPositions', unknown)}</p>
      )}
    </>
  );
}
