/**
 * A tenant of a vault deployment. The path of the request and its `Origin` header select it; ids,
 * accounts and credentials of tenants are separate.
 */
export interface VaultTenant {
  readonly id: string;
  /** The registered https origin, compared byte for byte with the `Origin` header. */
  readonly origin: string;
  /** Path of its base address without a slash at the end, such as `/team-a`; absent at the root. */
  readonly path?: string;
  readonly rpId: string;
  readonly name: string;
  /** Allowed `clientDataJSON.origin` values: origins of pages that run the ceremony. */
  readonly webauthnOrigins: readonly string[];
  /** Whether the tenant accepts new accounts. */
  readonly enrollment: boolean;
  /** Maximum number of accounts; unlimited when absent. */
  readonly maxAccounts?: number;
  /** Whether our own routes under `/ext/v1` exist for this tenant. */
  readonly extensions: boolean;
}
