import type { Settings } from './settings.ts';

export type DefaultWallet = ReturnType<typeof createDefaultWallet>;

/** The "default wallet" switch. It stays on only while the browser grants access to all sites. */
export function createDefaultWallet(deps: {
  settings: Pick<Settings, 'get' | 'write'>;
  /** Applies the switch. Returns true if the browser grants access to all sites. */
  apply: (isOn: boolean) => Promise<boolean>;
}) {
  const isStoredOn = () => deps.settings.get().isDefaultWallet ?? false;

  async function set(isOn: boolean): Promise<boolean> {
    const isReallyOn = await deps.apply(isOn);
    if (isReallyOn !== isStoredOn()) await deps.settings.write({ isDefaultWallet: isReallyOn });
    return isReallyOn;
  }

  return {
    set,
    /** Called at the start, and when the user withdraws access in the browser's settings. */
    renew: (): Promise<boolean> => set(isStoredOn()),
  };
}
