import { CondorError } from '../../../shared/errors.ts';

/** A command that can't run as it was typed. The message is one line for the host. */
export class AdminError extends CondorError<'admin-refused'> {
  constructor(message: string) {
    super('admin-refused', message);
  }
}
