import { KeyRound, Laptop, Smartphone, Vault } from 'lucide-react';
import { isFirefox, type System, systemOf } from './system.ts';

/** The system's own passkeys. Every device that holds a passkey needs the PRF extension. */
const BUILT_IN = {
  linux: 'passkeys.onLinux',
  macos: 'passkeys.onMacos',
  windows: 'passkeys.onWindows',
  chromeos: 'passkeys.onChromeos',
  android: 'passkeys.onAndroid',
  other: 'passkeys.onOther',
} as const satisfies Record<System, string>;

const BUILT_IN_FIREFOX = {
  ...BUILT_IN,
  linux: 'passkeys.firefoxOnLinux',
  macos: 'passkeys.firefoxOnMacos',
  windows: 'passkeys.firefoxOnWindows',
} as const;

const PHONE = [Smartphone, 'passkeys.phone'] as const;
const SECURITY_KEY = [KeyRound, 'passkeys.securityKey'] as const;
const PASSWORD_MANAGER = [Vault, 'passkeys.passwordManager'] as const;

/** Returns icons and text keys of everything that can hold a passkey in a browser. */
export function passkeyPlaces(userAgent: string) {
  const system = systemOf(userAgent);
  if (!isFirefox(userAgent)) {
    return [[Laptop, BUILT_IN[system]], PHONE, SECURITY_KEY, PASSWORD_MANAGER] as const;
  }
  const builtIn = [Laptop, BUILT_IN_FIREFOX[system]] as const;
  return isKeyOnly(userAgent)
    ? ([builtIn, SECURITY_KEY] as const)
    : ([builtIn, PHONE, SECURITY_KEY] as const);
}

/** Returns true when only a security key can hold a passkey. */
export function isKeyOnly(userAgent: string): boolean {
  return isFirefox(userAgent) && systemOf(userAgent) === 'linux';
}
