/**
 * A longer wait for an effect counts as a hang. The limit is far above the needs of a busy machine. Only the full run
 * judges how long an effect takes.
 */
export const hangMs = 900_000;
