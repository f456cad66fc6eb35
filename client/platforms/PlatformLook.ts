import type { LineColor } from '#client/components/trend/TrendLine.ts';

/** How a platform looks, and what the landing page says of it. */
export type PlatformLook = {
  /** In drawings, wherever the platform stands in the order. */
  color: LineColor;
  /** Its mark as paths of an SVG. */
  mark: { viewBox: string; shapes: { d: string; fill?: string }[] };
  /** Its list of ad accounts. */
  accounts: { noneTitle: string; isTableShownWhileLoading: boolean };
  landing: { text: string; points: string[] };
};
