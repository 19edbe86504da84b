import { AddressSchema } from '../../../shared/approvals/types.ts';
import { OrderRowSchema } from '../../../shared/messages/market.ts';
import { oneOf } from '../../../shared/one-of.ts';
import { PRODUCT_NAMES } from '../../../shared/orders/products.ts';
import { QUOTATION_STAGES } from '../../../shared/quotations/stage.ts';
import * as Type from '../../../shared/schema.ts';

const closed = { additionalProperties: false };

/** Own mined transactions that an indexer may not have yet. */
export const RecentTradesSchema = Type.Array(
  Type.Object({ hash: Type.String(), at: Type.Integer() }, closed),
);

/** Amounts of positions in base units, by account and row. */
export const RowAmountsSchema = Type.Array(
  Type.Object(
    {
      account: Type.String(),
      key: Type.String(),
      units: Type.String({ pattern: '^[0-9]{1,78}$' }),
      /** The factory's fee of a closing, which is part of its amount. */
      fee: Type.Optional(Type.String({ pattern: '^[0-9]{1,78}$' })),
    },
    closed,
  ),
);

/** Running requests to makers, with the stage that the user knows of. */
export const QuotationNoticesSchema = Type.Array(
  Type.Object(
    {
      account: Type.String(),
      id: Type.String({ pattern: '^[0-9]{1,78}$' }),
      stage: oneOf(QUOTATION_STAGES),
      /** Unix seconds of the stage's end. */
      at: Type.Integer(),
    },
    closed,
  ),
);

/** Ids of own requests to makers. */
export const OwnRequestsSchema = Type.Array(
  Type.Object(
    {
      account: Type.String(),
      id: Type.String({ pattern: '^[0-9]{1,78}$' }),
    },
    closed,
  ),
);

/** Sides of options that own accounts transferred; the position is an indexer's row as JSON. */
export const GivenPositionsSchema = Type.Array(
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

/** Expiry of accounts' options (Unix seconds), with their names if the user chose that. */
/** Positions whose settlement the user is notified about. */
export const RunningPositionsSchema = Type.Array(
  Type.Object(
    {
      account: Type.String({ maxLength: 64 }),
      /** The row's key. */
      key: Type.String({ maxLength: 80 }),
      /** Unix seconds. */
      expiry: Type.Integer(),
    },
    closed,
  ),
);

export const ExpiryNoticesSchema = Type.Array(
  Type.Object(
    {
      account: Type.String(),
      at: Type.Integer(),
      name: Type.Optional(
        Type.Object(
          {
            asset: Type.Optional(Type.String()),
            product: Type.Optional(ProductNameSchema),
            /** With 8 decimals. */
            strikes: Type.Array(Type.String({ pattern: '^[0-9]{1,78}$' })),
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

export const PortfolioSchema = Type.Object(
  {
    account: AddressSchema,
    balances: Type.Array(
      Type.Object(
        {
          chainId: Type.Integer(),
          network: Type.String(),
          token: Type.Optional(AddressSchema),
          symbol: Type.String(),
          name: Type.String(),
          decimals: Type.Integer(),
          amount: Type.String(),
          usdCents: Type.Optional(Type.String()),
          lent: Type.Optional(
            Type.Object({ asset: Type.String(), rateBps: Type.Optional(Type.Integer()) }, closed),
          ),
        },
        closed,
      ),
    ),
    totalUsdCents: Type.Optional(Type.String()),
    at: Type.Integer(),
    block: Type.String(),
    delegatedTo: Type.Optional(AddressSchema),
  },
  closed,
);

/** Rows of the order list as last shown: the first paint waits for no server. */
export const OrdersCacheSchema = Type.Object(
  {
    at: Type.Integer(),
    rows: Type.Array(OrderRowSchema),
  },
  closed,
);

/** Layout of each indexer's paths, by base URL. */
export const IndexerLayoutsSchema = Type.Array(
  Type.Object(
    {
      base: Type.String({ maxLength: 512 }),
      layout: oneOf(['book', 'plain']),
    },
    closed,
  ),
  { maxItems: 8 },
);
