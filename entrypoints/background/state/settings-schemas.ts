import { AddressSchema } from '../../../shared/approvals/types.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { PLAIN_SETTINGS } from '../../../shared/messages/plain-settings.ts';
import { OpensSchema } from '../../../shared/messages/snapshot.ts';
import { oneOf } from '../../../shared/one-of.ts';
import * as Type from '../../../shared/schema.ts';

const closed = { additionalProperties: false };

/** Empty addresses stand for the defaults, which an update may change. */
export const StoredServicesSchema = Type.Object(
  {
    vaultUrl: Type.String({ maxLength: 512 }),
    ordersUrls: Type.Array(Type.String({ maxLength: 512 }), { maxItems: 8 }),
    indexerUrl: Type.String({ maxLength: 512 }),
    positionsUrl: Type.String({ maxLength: 512 }),
    /** Empty means the extension's own, which an update can change. */
    rpcUrls: Type.Array(Type.String({ maxLength: 512 }), { maxItems: 8 }),
    referrer: AddressSchema,
  },
  closed,
);

export const SettingsSchema = Type.Object(
  {
    services: StoredServicesSchema,
    autoLockMinutes: Type.Integer({ minimum: 1, maximum: 480 }),
    selected: Type.Optional(AddressSchema),
    ...PLAIN_SETTINGS,
    phishingRefresh: Type.Optional(
      Type.Object({ isWeekly: Type.Boolean(), source: Type.String({ maxLength: 512 }) }, closed),
    ),
    /** Default: the browser's. */
    language: Type.Optional(oneOf(['browser', 'en', 'de'])),
    /** Content of notifications about expiring options. */
    expiryNotices: Type.Optional(oneOf(['off', 'plain', 'named'])),
    /** True to replace another wallet's provider. */
    isDefaultWallet: Type.Optional(Type.Boolean()),
    /** Effect of a click on the icon; opens a popup by default. */
    opens: Type.Optional(OpensSchema),
    /** The newest conflict between two devices that the user has seen; see `conflictMark`. */
    conflictsSeen: Type.Optional(Type.String()),
  },
  closed,
);

const GONE = ['maxUnlockedMinutes', 'priceToleranceBps', 'hidesWhileLocked'];

/**
 * Returns settings of version 1 without those that this version doesn't have.
 * @throws TypeError for a value that isn't an object
 */
export function withoutGoneSettings(value: unknown): unknown {
  if (!isRecord(value)) throw new TypeError('Settings are an object.');
  return Object.fromEntries(Object.entries(value).filter(([name]) => !GONE.includes(name)));
}
