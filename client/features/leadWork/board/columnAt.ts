import type { CollisionDetection } from '@dnd-kit/core';

/** Finds the column at or above the pointer: a short column may end far above the finger. */
export const columnAt: CollisionDetection = ({ pointerCoordinates, droppableContainers }) => {
  if (!pointerCoordinates) return [];
  const { x, y } = pointerCoordinates;
  const isBelow = (part: Element | null | undefined): boolean => {
    const box = part?.getBoundingClientRect();
    return box !== undefined && x >= box.left && x < box.right && y >= box.top;
  };
  return droppableContainers
    .filter(({ node }) =>
      // Columns at the edges are partly scrolled out of the board.
      ['[data-step]', '[data-board]'].every((around) => isBelow(node.current?.closest(around))),
    )
    .map(({ id }) => ({ id }));
};
