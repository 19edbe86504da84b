const ignore = () => undefined;

/** What an approval's card is given besides its request; no action does anything. */
export const FRAME_ACTIONS = {
  problem: undefined,
  onReject: ignore,
  onRejectAll: ignore,
  onBlock: ignore,
} as const;
