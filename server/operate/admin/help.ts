export const HELP = `Administers the vault's accounts in the database that DATABASE_URL names.
Run it with the server's settings; the server may be running. Times are UTC.

  npm run admin -- accounts list [--tenant ID] [--limit 50] [--json]
  npm run admin -- accounts show ACCOUNT [--json]
  npm run admin -- accounts disable ACCOUNT      ends its sessions, rejects logins, keeps its data
  npm run admin -- accounts enable ACCOUNT
  npm run admin -- accounts delete ACCOUNT [--yes]       final: then only devices and backups have the vault
  npm run admin -- accounts end-sessions ACCOUNT [--json]

ACCOUNT is an account id or its beginning, at least 6 characters: the passkey's name shows them.
server/hosting/administration.md explains each command.`;
