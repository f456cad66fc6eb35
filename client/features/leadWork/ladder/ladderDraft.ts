import * as z from 'zod/mini';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { saveLeadStatuses } from '#shared/contracts/leadWork.ts';
import { leadMeanings, leadStatusColors } from '#shared/leadStatuses.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';

/** `id` is null for a step that is not stored yet. */
export type DraftStep = Omit<LeadStatus, 'id'> & { key: string; id: string | null };

/** An unsaved edit of the ladder. */
export type LadderDraft = {
  steps: readonly DraftStep[];
  /** New steps for the leads of removed steps. */
  moves: readonly { from: string; to: string }[];
  /** Steps chosen for imported status texts. Null means the step with the same name. */
  texts: Readonly<Record<string, string | null>>;
};

const ladderDraft = z.object({
  steps: z.array(
    z.object({
      key: z.string(),
      id: z.nullable(z.string()),
      name: z.string(),
      color: z.enum(leadStatusColors),
      meaning: z.enum(leadMeanings),
    }),
  ),
  moves: z.array(z.object({ from: z.string(), to: z.string() })),
  texts: z.record(z.string(), z.nullable(z.string())),
}) satisfies z.ZodMiniType<LadderDraft>;

/** Parses a draft from browser storage. Null if it is missing or invalid. */
export const readLadderDraft = (stored: unknown): LadderDraft | null => ladderDraft.safeParse(stored).data ?? null;

export const startDraft = (statuses: readonly LeadStatus[]): LadderDraft => ({
  steps: statuses.map((status) => ({ ...status, key: status.id })),
  moves: [],
  texts: {},
});

export const changeStep = (draft: LadderDraft, key: string, change: Partial<DraftStep>): LadderDraft => ({
  ...draft,
  steps: draft.steps.map((step) => (step.key === key ? { ...step, ...change } : step)),
});

/** Adds a step before the closing steps. */
export const addStep = (draft: LadderDraft, key: string): LadderDraft => {
  const { steps } = draft;
  const end = steps.findIndex(({ meaning }) => meaning === 'won' || meaning === 'lost' || meaning === 'junk');
  const color =
    leadStatusColors.find((each) => each !== 'gray' && !steps.some((step) => step.color === each)) ?? 'gray';
  const step: DraftStep = { key, id: null, name: '', color, meaning: 'working' };
  return { ...draft, steps: steps.toSpliced(end === -1 ? steps.length : end, 0, step) };
};

export const moveStep = (draft: LadderDraft, key: string, to: number): LadderDraft => {
  const from = draft.steps.findIndex((step) => step.key === key);
  const step = draft.steps[from];
  if (!step || to < 0 || to >= draft.steps.length) return draft;
  return { ...draft, steps: draft.steps.toSpliced(from, 1).toSpliced(to, 0, step) };
};

/** @param to the step that receives its leads; null if it has no leads */
export const removeStep = (draft: LadderDraft, { key, id }: DraftStep, to: string | null): LadderDraft => ({
  ...draft,
  steps: draft.steps.filter((step) => step.key !== key),
  moves:
    id === null || to === null
      ? draft.moves
      : [...draft.moves.map((move) => (move.to === id ? { ...move, to } : move)), { from: id, to }],
});

/** @param basedOn the ladder when the edit started */
export const toLadderBody = (
  { steps, moves, texts }: LadderDraft,
  basedOn: readonly LeadStatus[],
): BodyOf<typeof saveLeadStatuses> => ({
  basedOn: [...basedOn],
  statuses: steps.map(({ id, name, color, meaning }) => ({
    ...(id === null ? {} : { id }),
    name: name.trim(),
    color,
    meaning,
  })),
  moves: [...moves],
  texts: Object.entries(texts).map(([text, statusId]) => ({
    text,
    // The step may have been removed since then.
    statusId: steps.some(({ id }) => id === statusId) ? statusId : null,
  })),
});
