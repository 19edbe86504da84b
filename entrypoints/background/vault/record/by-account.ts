import { VAULT_SLOTS } from '../../../../shared/vault/slots.ts';

interface OfAccount {
  readonly accountId: string;
}

/** Adds a new record at the front. The limit is the number of vaults that this device can have. */
export function withRecord<Row extends OfAccount>(rows: readonly Row[], next: Row): Row[] {
  return [next, ...without(rows, next.accountId)].slice(0, VAULT_SLOTS.length);
}

/** Returns the records of all other accounts. */
export function without<Row extends OfAccount>(rows: readonly Row[], accountId: string): Row[] {
  return rows.filter((row) => row.accountId !== accountId);
}
