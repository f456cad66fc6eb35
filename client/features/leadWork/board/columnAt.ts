import type { CollisionDetection } from '@dnd-kit/core';

/** The column that the pointer is over or below: a column with few cards ends far above the finger. */
export const columnAt: CollisionDetection = ({ pointerCoordinates, droppableContainers }) => {
  if (!pointerCoordinates) return [];
  const { x, y } = pointerCoordinates;
  const isBelow = (part: Element | null | undefined): boolean => {
    const box = part?.getBoundingClientRect();
    return box !== undefined && x >= box.left && x < box.right && y >= box.top;
  };
  return droppableContainers
    .filter(({ node }) =>
      // The board hides a part of the columns at its edges.
      ['[data-step]', '[data-board]'].every((around) => isBelow(node.current?.closest(around))),
    )
    .map(({ id }) => ({ id }));
};
