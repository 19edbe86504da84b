/**
 * A tenant of a vault deployment. The path and the `Origin` header of a request select the tenant.
 * Tenants have separate ids, accounts and credentials.
 */
export interface VaultTenant {
  readonly id: string;
  /** The registered https origin, compared byte for byte with the `Origin` header. */
  readonly origin: string;
  /** Path of the base URL without a slash at the end, such as `/team-a`; undefined at the root. */
  readonly path?: string;
  readonly rpId: string;
  readonly name: string;
  /** Allowed values of `clientDataJSON.origin`: origins of pages that run the ceremony. */
  readonly webauthnOrigins: readonly string[];
  /** True if the tenant accepts new accounts. */
  readonly enrollment: boolean;
  /** Maximum number of accounts. Default: unlimited. */
  readonly maxAccounts?: number;
  /** True if our own routes under `/ext/v1` exist for this tenant. */
  readonly extensions: boolean;
}
