import { hasCode } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/ports.ts';
import { UsageError } from '../../command-line.ts';
import type { Config } from '../../config.ts';
import type { DatabaseTarget } from '../../database/target.ts';
import { databaseUnusable } from '../../database/unusable.ts';
import { openAdmin } from '../../vault/admin/open-admin.ts';
import { ACCOUNT_COMMANDS } from './accounts.ts';
import { AdminError } from './admin-error.ts';
import { type Arguments, parseArguments } from './arguments.ts';
import { HELP } from './help.ts';

export interface AdminDeps {
  config(): Config;
  /** Reports which database is used. */
  report(target: DatabaseTarget): void;
  readonly clock: Clock;
  ask(question: string): Promise<string | undefined>;
}

/**
 * Runs one of the host's commands and returns its output. Every error message is one line.
 * @throws UsageError for a wrong command line, AdminError for a command that can't be carried out,
 * CondorError for wrong settings or an unusable database
 */
export async function runAdmin(args: readonly string[], deps: AdminDeps): Promise<string> {
  const { words, options } = parseArguments(args);
  if (options.help || words.length === 0) return HELP;
  const { command, rest } = commandOf(words, options);
  const config = deps.config();
  deps.report(config.databases.vault);
  const database = await openAdmin(config.databases.vault);
  try {
    return await command.run({
      database,
      config,
      words: rest,
      options,
      now: deps.clock.now(),
      ask: deps.ask,
    });
  } catch (error) {
    if (hasCode(error, 'storage-busy'))
      throw new AdminError('the database is busy or unreachable; try again');
    if (hasCode(error, 'storage-unknown'))
      throw new AdminError('the database may have made the change; look before you repeat it');
    if (hasCode(error, 'storage-conflict'))
      throw new AdminError('another change of this account came first; try again');
    if (error instanceof AdminError || error instanceof UsageError) throw error;
    throw databaseUnusable(error);
  } finally {
    await database.close();
  }
}

/** @throws UsageError */
function commandOf(
  [group = '', name = '', ...rest]: readonly string[],
  options: Arguments['options'],
) {
  if (group !== 'accounts') throw new UsageError('all commands begin with accounts');
  const command = Object.hasOwn(ACCOUNT_COMMANDS, name) ? ACCOUNT_COMMANDS[name] : undefined;
  if (command === undefined)
    throw new UsageError(`accounts has ${Object.keys(ACCOUNT_COMMANDS).join(', ')}`);
  const known: readonly string[] = command.options;
  const foreign = Object.keys(options).find((option) => !known.includes(option));
  if (foreign !== undefined) throw new UsageError(`${group} ${name} has no option --${foreign}`);
  if (rest.length !== command.words)
    throw new UsageError(
      command.words === 0
        ? `${group} ${name} takes no further word`
        : `${group} ${name} needs one account`,
    );
  return { command, rest };
}
