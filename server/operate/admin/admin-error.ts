import { CondorError } from '../../../shared/errors.ts';

/** A typed command can't run. The message is one line for the host. */
export class AdminError extends CondorError<'admin-refused'> {
  constructor(message: string) {
    super('admin-refused', message);
  }
}
