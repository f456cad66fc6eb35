import { createElement } from 'react';
import type { SVGProps } from 'react';

/** An icon as lucide draws it: shapes on a grid of 24 by 24. */
type IconShapes = [tag: string, attributes: Record<string, string>][];

const outline = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * What the build puts in place of lucide's own maker of icons (scripts/vite/lightIcons.ts). That one knows contexts,
 * aliases and sizes of strokes, which are a tenth of the signed-in frame; this app sets classes. Hidden from screen
 * readers unless it has a name, like lucide's.
 */
const createIcon = (shapes: IconShapes) => {
  const Icon = (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      { ...outline, 'aria-hidden': props['aria-label'] === undefined ? true : undefined, ...props },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  return Icon;
};

export default createIcon;
