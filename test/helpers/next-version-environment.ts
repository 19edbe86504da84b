/** Migrations of an invented next version that the present version still understands. */
export const EXPANDING = { '004-from-003-add-color': 'alter table vaults add column color text' };

/** Returns the environment of a server that is an invented next version. */
export function nextVersionEnvironment(
  migrations: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${new URL('next-version.ts', import.meta.url).href}`,
    NEXT_MIGRATIONS: JSON.stringify(migrations),
  };
}
