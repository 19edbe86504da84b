import * as Type from '../schema.ts';

/**
 * Settings that need no more than to be stored. Each is read in the snapshot of the pages and in
 * `settings.get()` of the worker, and set with `settings.set`.
 */
export const PLAIN_SETTINGS = {
  /** True to show no amounts that the user owns. */
  areAmountsHidden: Type.Optional(Type.Boolean()),
  /** True to lock when the screen is locked. */
  locksWithScreen: Type.Optional(Type.Boolean()),
  /**
   * True when accounts may run the pinned delegator's code to make several calls at once; absent
   * until the user has decided; until then the wallet offers it.
   */
  usesSmartAccounts: Type.Optional(Type.Boolean()),
};

export const PlainSettingsSchema = Type.Object(PLAIN_SETTINGS, { additionalProperties: false });

type Changed = Type.Static<typeof PlainSettingsSchema>;
export type PlainSettings = Readonly<Required<Changed>>;

/**
 * Returns the plain settings from all settings; a setting that was never set has its first value.
 */
export function plainSettings(stored: Changed): PlainSettings {
  const { areAmountsHidden = false, locksWithScreen = false, usesSmartAccounts = false } = stored;
  return { areAmountsHidden, locksWithScreen, usesSmartAccounts };
}
