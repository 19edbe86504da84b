/** Pages of the settings that other pages link to. */
export const LINKED_SECTIONS = [
  'passkeys',
  'services',
  'sync',
  'smartAccounts',
  'allowances',
] as const;
export type LinkedSection = (typeof LINKED_SECTIONS)[number];

export interface PopupProps {
  startsWith: 'welcome' | 'home' | 'settings' | 'activity' | 'orders' | 'positions';
  /** The page of the settings that opens first. */
  settingsSection: LinkedSection | undefined;
  openSettingsPage: (section?: LinkedSection) => void;
}
