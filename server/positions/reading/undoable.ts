/** Number of blocks behind the head that may still be undone: half an hour on Base. */
export const UNDOABLE_BLOCKS = 1_024;
/** Maximum range among them, so that a reorganization finds a checkpoint close by. */
export const UNDOABLE_RANGE = 128;
