/**
 * Whom a vault deployment serves. The `Origin` header selects the tenant; ids, accounts and
 * credentials of two tenants never meet.
 */
export interface VaultTenant {
  readonly id: string;
  /** The one registered https origin, compared byte for byte with the `Origin` header. */
  readonly origin: string;
  readonly rpId: string;
  readonly name: string;
  /** What `clientDataJSON.origin` may be: the origin of the page that runs the ceremony. */
  readonly webauthnOrigins: readonly string[];
  readonly enrollment: boolean;
  /** Whether the routes of our own under `/ext/v1` exist for this tenant. */
  readonly extensions: boolean;
}
