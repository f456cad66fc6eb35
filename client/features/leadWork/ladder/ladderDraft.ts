import * as z from 'zod/mini';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { saveLeadStatuses } from '#shared/contracts/leadWork.ts';
import { leadMeanings, leadStatusColors } from '#shared/leadStatuses.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';

/** `id`: null for a step that is not stored yet. */
export type DraftStep = Omit<LeadStatus, 'id'> & { key: string; id: string | null };

/** What the ladder will be. */
export type LadderDraft = {
  steps: readonly DraftStep[];
  /** Where the leads of removed steps go. */
  moves: readonly { from: string; to: string }[];
  /** What somebody chose for imported status texts; null: the step of the same name. */
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

/** A draft as the browser has stored it; null: none that can be read. */
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

/** A new step before those that end the work on a lead. */
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

/** @param to the id of the step that its leads get; null: it has none */
export const removeStep = (draft: LadderDraft, { key, id }: DraftStep, to: string | null): LadderDraft => ({
  ...draft,
  steps: draft.steps.filter((step) => step.key !== key),
  moves:
    id === null || to === null
      ? draft.moves
      : [...draft.moves.map((move) => (move.to === id ? { ...move, to } : move)), { from: id, to }],
});

/** @param basedOn the ladder that was edited */
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
    // The step may have been removed since.
    statusId: steps.some(({ id }) => id === statusId) ? statusId : null,
  })),
});
