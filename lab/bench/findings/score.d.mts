import type { Truth } from './generate.mjs';

export type Figures = {
  events: number;
  hits: number;
  wrong: number | null;
  recall: number;
  precision: number;
  f1: number;
  delay: number;
  causeFirst: number;
  exact: number;
};

/** `lines` are those of the input, to check the stated cost per lead. */
export type ScoredSet = { truth: readonly Truth[]; findings: readonly unknown[]; lines?: readonly unknown[] };

export const score: (sets: readonly ScoredSet[]) => {
  /** Figures by kind, grade, profile and shape. */
  rows: [string, Figures][];
  total: Figures;
  alarmsPerMonth: number;
  figuresTrue: number;
};

/** @throws if a line is no finding */
export const check: (findings: readonly unknown[], name: string) => readonly unknown[];
