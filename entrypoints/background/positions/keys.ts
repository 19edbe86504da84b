import { units } from '../../../shared/codec.ts';
import { PortfolioSchema } from '../../../shared/messages/portfolio.ts';
import { oneOf } from '../../../shared/one-of.ts';
import { PRODUCT_NAMES } from '../../../shared/orders/products.ts';
import * as Type from '../../../shared/schema.ts';
import type { Price8, TokenAmount } from '../../../shared/units.ts';
import { disposable, kept } from '../kernel/stored-key.ts';
import { HistoryRecordsSchema } from './history-schemas.ts';

const closed = { additionalProperties: false };

/** Mined transactions of the wallet that an indexer may not have yet. */
const RecentTradesSchema = Type.Array(
  Type.Object({ hash: Type.String(), at: Type.Integer() }, closed),
);

/** Amounts of positions in base units, by account and row. */
const RowAmountsSchema = Type.Array(
  Type.Object(
    {
      account: Type.String(),
      key: Type.String(),
      units: units<TokenAmount>(),
      /** The factory's fee, which is part of the amount when a side was closed. */
      fee: Type.Optional(units<TokenAmount>()),
    },
    closed,
  ),
);

/** Sides of options that own accounts transferred. `position` is an indexer's row as JSON. */
const GivenPositionsSchema = Type.Array(
  Type.Object(
    {
      account: Type.String(),
      side: oneOf(['buyer', 'seller']),
      at: Type.Integer(),
      txHash: Type.String(),
      address: Type.String(),
      position: Type.String(),
    },
    closed,
  ),
);

const ProductNameSchema = oneOf(PRODUCT_NAMES);

const RunningPositionsSchema = Type.Array(
  Type.Object(
    {
      account: Type.String({ maxLength: 64 }),
      key: Type.String({ maxLength: 80 }),
      /** Unix seconds. */
      expiry: Type.Integer(),
    },
    closed,
  ),
);

/** Expiries of accounts' options (Unix seconds), with names if the user chose to show names. */
const ExpiryNoticesSchema = Type.Array(
  Type.Object(
    {
      account: Type.String(),
      at: Type.Integer(),
      name: Type.Optional(
        Type.Object(
          {
            asset: Type.Optional(Type.String()),
            product: Type.Optional(ProductNameSchema),
            strikes: Type.Array(units<Price8>()),
          },
          closed,
        ),
      ),
      /** End of the window in which the buyer of a physical option must decide. */
      until: Type.Optional(Type.Integer()),
    },
    closed,
  ),
);

/** Layout of each indexer's paths, by base URL. */
const IndexerLayoutsSchema = Type.Array(
  Type.Object(
    {
      base: Type.String({ maxLength: 512 }),
      layout: oneOf(['book', 'plain']),
    },
    closed,
  ),
  { maxItems: 8 },
);

export const positionsKeys = {
  portfolio: disposable('local', 'portfolio', PortfolioSchema),
  indexerLayouts: disposable('local', 'indexer-layouts', IndexerLayoutsSchema),
  expiryNotices: disposable('local', 'expiry-notices', ExpiryNoticesSchema),
  runningPositions: disposable('local', 'running-positions', RunningPositionsSchema),
  enteredCosts: kept('entered-costs', RowAmountsSchema),
  closings: kept('closings', RowAmountsSchema),
  givenPositions: kept('given-positions', GivenPositionsSchema),
  recentTrades: disposable('local', 'recent-trades', RecentTradesSchema),
  fillHistory: disposable('local', 'fill-history', HistoryRecordsSchema),
};

export type ExpiryNotices = Type.Static<typeof ExpiryNoticesSchema>;
export type RunningPositions = Type.Static<typeof RunningPositionsSchema>;
export type RecentTrades = Type.Static<typeof RecentTradesSchema>;
export type RowAmounts = Type.Static<typeof RowAmountsSchema>;
export type GivenPositions = Type.Static<typeof GivenPositionsSchema>;
export type IndexerLayoutRows = Type.Static<typeof IndexerLayoutsSchema>;
