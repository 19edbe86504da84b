import { BINDINGS } from './negative/bindings.ts';
import { CHALLENGES } from './negative/challenges.ts';
import { CONTINUITY } from './negative/continuity.ts';
import { JSON_FORMS } from './negative/json-forms.ts';
import { PAYLOADS } from './negative/payloads.ts';
import { RECOVERY_FILES } from './negative/recovery-files.ts';
import { SNAPSHOTS } from './negative/snapshots.ts';
import { FORMS } from './negative/texts.ts';
import { LIGHT, second } from './positive.ts';

/** Inputs that a reader must reject, made from the positive vectors. */
export const NEGATIVE = {
  note: 'Inputs that a reader of shared/vault/FORMAT.md must reject. Bytes are hex, except in texts, digests and challenges.',
  base: { envelope: second.plan.name, recoveryFile: LIGHT },
  envelopes: [...FORMS, ...BINDINGS, ...PAYLOADS],
  payloads: JSON_FORMS,
  challenges: CHALLENGES,
  snapshots: SNAPSHOTS,
  continuity: CONTINUITY,
  recoveryFiles: RECOVERY_FILES,
};
