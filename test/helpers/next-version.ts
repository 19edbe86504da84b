import { registerHooks } from 'node:module';

/**
 * A module for `--import` that turns the server into an invented next version. `NEXT_MIGRATIONS` is
 * a JSON object with the names and statements of its migrations.
 */
const MIGRATIONS = `
for (const [name, statement] of Object.entries(JSON.parse(process.env.NEXT_MIGRATIONS)))
  vaultMigrations.push({ name, up: (db) => sql.raw(statement).execute(db) });
`;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/server/vault/storage/tables.ts')) return loaded;
    const { source } = loaded;
    const text = source instanceof Uint8Array ? new TextDecoder().decode(source) : String(source);
    return { ...loaded, source: text + MIGRATIONS };
  },
});
