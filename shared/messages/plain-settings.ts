import * as Type from '../schema.ts';

/**
 * Settings that only have to be stored. Pages read them in the snapshot, and the worker reads them
 * with `settings.get()`. `settings.set` changes them.
 */
export const PLAIN_SETTINGS = {
  /** True to hide all amounts that the user owns. */
  areAmountsHidden: Type.Optional(Type.Boolean()),
  /** True to lock when the screen is locked. */
  locksWithScreen: Type.Optional(Type.Boolean()),
  /**
   * True if accounts may run the pinned delegator's code to make several calls in one transaction.
   * Undefined until the user decides; the wallet offers the setting until then.
   */
  usesSmartAccounts: Type.Optional(Type.Boolean()),
};

export const PlainSettingsSchema = Type.Object(PLAIN_SETTINGS, { additionalProperties: false });

type Changed = Type.Static<typeof PlainSettingsSchema>;
export type PlainSettings = Readonly<Required<Changed>>;

/** Returns the plain settings. A setting that was never set has its default. */
export function plainSettings(stored: Changed): PlainSettings {
  const { areAmountsHidden = false, locksWithScreen = false, usesSmartAccounts = false } = stored;
  return { areAmountsHidden, locksWithScreen, usesSmartAccounts };
}
