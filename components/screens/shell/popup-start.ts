/** Pages of the settings that other pages lead to. */
export const LINKED_SECTIONS = [
  'passkeys',
  'services',
  'sync',
  'smartAccounts',
  'allowances',
] as const;
export type LinkedSection = (typeof LINKED_SECTIONS)[number];

export interface PopupProps {
  /** The purpose of the page. */
  startsWith: 'welcome' | 'home' | 'settings' | 'activity' | 'orders' | 'positions';
  /** The page of the settings to begin with. */
  settingsSection: LinkedSection | undefined;
  openSettingsPage: (section?: LinkedSection) => void;
}
