import { KeyRound, Laptop, Smartphone, Vault } from 'lucide-react';
import { isFirefox, type System, systemOf } from './system.ts';

const PHONE = [Smartphone, 'passkeys.phone'] as const;
const SECURITY_KEY = [KeyRound, 'passkeys.securityKey'] as const;
const PASSWORD_MANAGER = [Vault, 'passkeys.passwordManager'] as const;

/** Returns the icons and text keys of all places where a browser can store a passkey. */
export function passkeyPlaces(userAgent: string) {
  const system = systemOf(userAgent);
  if (!isFirefox(userAgent)) {
    return [[Laptop, `passkeys.on.${system}`], PHONE, SECURITY_KEY, PASSWORD_MANAGER] as const;
  }
  const builtIn = [Laptop, firefoxKey(system)] as const;
  return isKeyOnly(userAgent)
    ? ([builtIn, SECURITY_KEY] as const)
    : ([builtIn, PHONE, SECURITY_KEY] as const);
}

/**
 * Returns the key of the text about the system's own passkeys. Firefox has separate texts for
 * desktop systems.
 */
function firefoxKey(system: System) {
  return system === 'linux' || system === 'macos' || system === 'windows'
    ? (`passkeys.firefoxOn.${system}` as const)
    : (`passkeys.on.${system}` as const);
}

/** Returns true when only a security key can store a passkey. */
export function isKeyOnly(userAgent: string): boolean {
  return isFirefox(userAgent) && systemOf(userAgent) === 'linux';
}
