import { CondorError } from '../../../shared/errors.ts';

/** Thrown when a command can't run. The message is one line for the host. */
export class AdminError extends CondorError<'admin-refused'> {
  constructor(message: string) {
    super('admin-refused', message);
  }
}
