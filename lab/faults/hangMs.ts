/**
 * After this time, a wait for an effect counts as a hang. Far above what a busy machine needs: how long the effect took is
 * a metric, which only the full run judges.
 */
export const hangMs = 900_000;
